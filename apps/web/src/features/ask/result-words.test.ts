import { expect, test } from 'vitest';
import {
  cellWriters,
  sayEntry,
  sayPlace,
  sayStatistic,
  tableAsTsv,
} from '../results/result-words.ts';

test('a table for a spreadsheet holds no formula, whatever the groups are called', () => {
  expect(
    tableAsTsv({
      title: 'Pairs',
      columns: ['pair', 'difference', 'p'],
      rows: [
        ['=HYPERLINK("http://evil.example")', -1.5, 0.2],
        ['＋1\tb', null, 1],
      ],
    }),
  ).toBe(`pair\tdifference\tp\n'=HYPERLINK("http://evil.example")\t-1.5\t0.2\n'＋1 b\t\t1`);
});

test('sums of ranks keep their halves, and a count in a list of figures has no decimals', () => {
  expect([6874.5, 302, 4.10237, null].map(sayStatistic)).toEqual(['6,874.5', '302', '4.102', '∞']);
  const rows = [
    ['skewness (type 1)', 0.333333],
    ['n', 342],
  ];
  const writers = cellWriters({ title: 'Shape', columns: ['figure', 'value'], rows });
  expect(rows.map((row) => row.map((cell, i) => writers[i]?.(cell)))).toEqual([
    ['skewness (type 1)', '0.33333'],
    ['n', '342'],
  ]);
});

test('a test says its place among those kept, or what it would be there', () => {
  const adjusted = { holm: 0.04, bh: 0.03 };
  expect(
    [true, false, null].map((kept) => [
      sayPlace({ tests: 1, ...adjusted }, kept),
      sayPlace({ tests: 3, ...adjusted }, kept),
    ]),
  ).toEqual([
    [
      'The first test on this dataset.',
      'One of 3 tests on this dataset: p by Holm .040, by Benjamini–Hochberg .030.',
    ],
    [
      'Only looked at: it is not in the history until it is kept.',
      'Only looked at; with the 2 tests kept on this dataset: p by Holm .040, by Benjamini–Hochberg .030.',
    ],
    [
      'The first test on this dataset.',
      'One of 3 tests on this dataset: p by Holm .040, by Benjamini–Hochberg .030.',
    ],
  ]);
  expect(sayPlace({ tests: 3, ...adjusted, not_entered: 'Not entered: it is full.' }, null)).toBe(
    'Not entered: it is full. With the tests in it: p by Holm .040, by Benjamini–Hochberg .030.',
  );
});

test('tests in each value of a column say that the history is full', () => {
  const by = { column: 'sex', adjust: 'holm' as const, parts: [], left_out: [] };
  const full = { ...by, not_entered: 'Not entered: it is full.' };
  expect(sayEntry({ multiplicity: undefined, by: full }, true)).toBe('Not entered: it is full.');
  expect(sayEntry({ multiplicity: undefined, by }, true)).toBeNull();
  const first = { tests: 1, holm: 0.04, bh: 0.03 };
  expect(sayEntry({ multiplicity: first, by: undefined }, true)).toBe(
    'The first test on this dataset.',
  );
});

test('figures that are compared have the same decimals across the columns of a table', () => {
  const written = (columns: string[], rows: (string | number)[][]): string[][] => {
    const writers = cellWriters({ title: 'Table', columns, rows });
    return rows.map((row) => row.map((cell, i) => writers[i]?.(cell) ?? ''));
  };
  expect(
    written(['name', 'n', 'mean', 'SD', 'median'], [['a', 80, 42.833_333_3, 4.903_512, 42.8]]),
  ).toEqual([['a', '80', '42.833', '4.904', '42.800']]);
  // The two are one but for rounding.
  const half = Math.SQRT1_2;
  expect(
    written(
      ['column', 'component 1', 'component 2'],
      [
        ['x', half, half],
        ['y', half + 2e-16, -half],
      ],
    ),
  ).toEqual([
    ['x', '0.70711', '0.70711'],
    ['y', '0.70711', '−0.70711'],
  ]);
});
