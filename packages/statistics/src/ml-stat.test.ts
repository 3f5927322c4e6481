import * as mlStat from 'ml-stat';
import { expect, test } from 'vitest';
import { entropy, imbalance } from './index.ts';

/**
 * What ml-stat 1.3.3 gets wrong, and why it computes few of our figures:
 * docs/decisions/0006-ml-stat.md. A release that mends one of these fails here.
 */
function call(module: 'array' | 'matrix', name: string, ...given: readonly unknown[]): unknown {
  const found: unknown = Reflect.get(mlStat, module);
  const work: unknown =
    typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined;
  if (typeof work !== 'function') throw new Error(`ml-stat has no ${module}.${name}.`);
  return Reflect.apply(work, found, given);
}

test.each<[string, () => unknown, unknown]>([
  [
    'matrix.correlation gives the covariance',
    () =>
      call('matrix', 'correlation', [
        [1, 2],
        [2, 4],
        [3, 7],
      ]),
    [
      [1, 2.5],
      [2.5, 19 / 3],
    ],
  ],
  [
    'median of a Float64Array is the array',
    () => call('array', 'median', Float64Array.from([3, 1, 2])),
    Float64Array.from([3, 1, 2]),
  ],
  ['center gives nothing', () => call('array', 'center', [1, 2, 3]), undefined],
  ['standardize does not centre', () => call('array', 'standardize', [1, 2, 3]), [1, 2, 3]],
  [
    'weightedMean does not divide by the weights',
    () => call('array', 'weightedMean', [1, 2, 3], [1, 1, 1]),
    6,
  ],
  ['geometricMean overflows', () => call('array', 'geometricMean', [1e200, 1e200]), Infinity],
  [
    'robustMeanAndStdev is drawn by one value',
    () => call('array', 'robustMeanAndStdev', [1, 2, 3, 4, 1000]),
    { mean: 202, stdev: expect.closeTo(296.516, 3) },
  ],
  [
    'quartiles are not those of R type 7, 2.25 and 4.75',
    () => call('array', 'quartiles', [1, 2, 3, 4, 5, 6]),
    { q1: 2, q2: 3.5, q3: 5 },
  ],
  ['entropy of a share of 0 is NaN', () => call('array', 'entropy', [0.5, 0.5, 0]), NaN],
  ['a null counts as 0', () => call('array', 'mean', [1, null, 3]), expect.closeTo(4 / 3, 12)],
])('%s', (_, work, wrong) => {
  expect(work()).toEqual(wrong);
});

// scipy.stats.entropy([...]) of SciPy 1.10.1.
test.each<[number[], number]>([
  [[1, 1], Math.LN2],
  [[97, 3], 0.13474216817976668],
  [[5, 0, 3, 2], 1.0296530140645737],
  [[7], 0],
])('entropy of %j', (counts, wanted) => {
  expect(entropy(counts)).toBeCloseTo(wanted, 12);
});

test('imbalance is 0 where all values occur alike, towards 1 where one is nearly all, and none of one value', () => {
  expect(imbalance([10, 10, 10])).toBeCloseTo(0, 12);
  expect(imbalance([999_999, 1])).toBeGreaterThan(0.999);
  expect(imbalance([97, 3])).toBeCloseTo(1 - 0.13474216817976668 / Math.LN2, 12);
  expect(imbalance([7])).toBeNull();
});
