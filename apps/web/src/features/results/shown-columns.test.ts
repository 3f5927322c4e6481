import { expect, it } from 'vitest';
import { shownColumns } from './shown-columns.ts';

it('both ends of an interval are in one column, statistics have three decimals', () => {
  const rows = [
    ['mass', 15.4, 14.2, 16.6, 15.50537, 0.7],
    ['wing', -0.21, -0.4, -0.02, -0.012923, null],
  ];
  const [coefficients, pairs] = [
    ['95% CI low', '95% CI high', 't'],
    ['low 95%', 'high 95%', 'q'],
  ].map((names) =>
    shownColumns({ title: 'x', columns: ['term', 'estimate', ...names, 'p'], rows }),
  );
  expect(coefficients?.map(({ name, isNumber }) => [name, isNumber])).toEqual([
    ['term', false],
    ['estimate', true],
    ['95% CI', true],
    ['t', true],
    ['p', true],
  ]);
  expect(rows.map((row) => coefficients?.map(({ write }) => write(row)))).toEqual([
    ['mass', '15.40', '14.20 to 16.60', '15.505', '.700'],
    ['wing', '−0.21', '−0.400 to −0.020', '−0.013', '–'],
  ]);
  expect(pairs?.map(({ name }) => name)).toEqual(['term', 'estimate', '95% CI', 'q', 'p']);
});

it('ends without their other end, and ends of different levels, are columns of their own', () => {
  expect(
    shownColumns({ title: 'x', columns: ['low 95%', 'high 90%', 'low'], rows: [[1, 2, 3]] }).map(
      ({ name, write }) => [name, write([1, 2, 3])],
    ),
  ).toEqual([
    ['low 95%', '1'],
    ['high 90%', '2'],
    ['low', '3'],
  ]);
});
