import { describe, expect, it } from 'vitest';
import { foldsOf, testRows } from './divide-rows.ts';
import { mersenneTwister } from './mersenne-twister.ts';

it('the generator gives the numbers of MT19937', () => {
  const next = mersenneTwister(5489);
  const found = Array.from({ length: 10_000 }, next);
  expect(found.slice(0, 3)).toEqual([3499211612, 581869302, 3890346734]);
  // ISO C++, [rand.predef]: the 10,000th of a default mt19937.
  expect(found.at(-1)).toBe(4123659995);
});

const classes = [0, 1, 1, 0, 1, 0, 0, 1, 1, 1, 0, 1, 1];
const rowsIn = (parts: Uint32Array): number[] =>
  [...parts].flatMap((part, row) => (part === 1 ? [row] : []));

/** Seeds, and what scikit-learn 1.2 gives for 13 rows. */
const divided: readonly {
  readonly seed: number;
  readonly folds: readonly number[];
  readonly stratified: readonly number[];
  readonly test: readonly number[];
  readonly stratifiedTest: readonly number[];
}[] = [
  {
    seed: 0,
    folds: [3, 1, 1, 2, 0, 3, 0, 2, 1, 2, 0, 0, 3],
    stratified: [1, 1, 0, 0, 2, 0, 2, 2, 0, 3, 3, 3, 1],
    test: [4, 6, 10, 11],
    stratifiedTest: [6, 7, 10, 12],
  },
  {
    seed: 42,
    folds: [0, 1, 1, 3, 2, 1, 3, 2, 0, 0, 3, 0, 2],
    stratified: [0, 2, 0, 3, 1, 1, 0, 1, 0, 3, 2, 2, 3],
    test: [0, 8, 9, 11],
    stratifiedTest: [0, 6, 8, 12],
  },
  {
    seed: 2_147_483_647,
    folds: [2, 1, 0, 1, 1, 0, 0, 2, 3, 3, 3, 0, 2],
    stratified: [3, 2, 1, 2, 2, 0, 0, 1, 0, 3, 1, 3, 0],
    test: [2, 5, 6, 11],
    stratifiedTest: [1, 3, 5, 12],
  },
];

describe.each(divided)('13 rows by the seed $seed', (wanted) => {
  it('KFold(4, shuffle=True)', () => {
    expect([...foldsOf(13, 4, wanted.seed)]).toEqual(wanted.folds);
  });
  it('StratifiedKFold(4, shuffle=True)', () => {
    expect([...foldsOf(13, 4, wanted.seed, classes)]).toEqual(wanted.stratified);
  });
  it('train_test_split(test_size=0.3)', () => {
    expect(rowsIn(testRows(13, 0.3, wanted.seed))).toEqual(wanted.test);
  });
  it('train_test_split(test_size=0.3, stratify=classes)', () => {
    expect(rowsIn(testRows(13, 0.3, wanted.seed, classes))).toEqual(wanted.stratifiedTest);
  });
});

describe('three classes of the same size', () => {
  const three = Array.from({ length: 18 }, (_, i) => [2, 0, 1][i % 3] ?? 0);
  it.each([
    [0, [0, 1, 2, 8, 10, 12, 16, 17]],
    [3, [0, 1, 4, 6, 10, 11, 12, 17]],
  ])('share what is left over by lot: seed %i', (seed, rows) => {
    expect(rowsIn(testRows(18, 0.4, seed, three))).toEqual(rows);
  });
  it('are dealt to the parts in the order in which they come first', () => {
    expect([...foldsOf(18, 4, 3, three)]).toEqual([
      1, 3, 3, 3, 3, 0, 2, 1, 1, 0, 2, 2, 0, 2, 0, 1, 0, 1,
    ]);
  });
});
