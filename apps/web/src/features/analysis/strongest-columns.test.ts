import type { CorrelationPair } from '@columnist/contract';
import { expect, it } from 'vitest';
import { strongestColumns } from './strongest-columns.ts';

const pair = (x: string, y: string, estimate: number | null): CorrelationPair => ({
  x,
  y,
  estimate,
  ci: null,
  statistic: null,
  df: null,
  p_value: null,
  n_used: 10,
  reason: null,
});
const named = (n: number): string[] => Array.from({ length: n }, (_, i) => `c${i}`);
/** Every two columns; the correlation of i and j is larger the further both are back. */
const pairsOf = (names: readonly string[]): CorrelationPair[] =>
  names.flatMap((x, i) =>
    names.slice(0, i).map((y, j) => pair(x, y, ((i % 2 === 0 ? 1 : -1) * (i * 100 + j)) / 1e4)),
  );

it('all columns are shown at first where they are 25 at most', () => {
  expect(strongestColumns(named(25), pairsOf(named(25)))).toEqual(named(25));
});

it('of more columns those of the strongest pairs are, in the order of the table', () => {
  const names = named(26);
  expect(strongestColumns(names, pairsOf(names))).toEqual(names.slice(14));
  expect(
    strongestColumns(names, [
      pair('c9', 'c2', 0.2),
      pair('c20', 'c9', -0.8),
      pair('c3', 'c4', null),
    ]),
  ).toEqual(['c2', 'c9', 'c20']);
});
