import { expect, test } from 'vitest';
import { tableAsTsv } from '../results/result-words.ts';

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
