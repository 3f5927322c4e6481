import { array } from 'ml-stat';

/**
 * Shannon's entropy of counts, in nats. ml-stat sums the shares; those of 0 are left out, for which
 * it has NaN (docs/decisions/0006-ml-stat.md).
 * R: DescTools::Entropy(counts, base = exp(1)); SciPy: stats.entropy(counts).
 */
export function entropy(counts: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return array.entropy(counts.filter((count) => count > 0).map((count) => count / total));
}

/**
 * How unevenly values occur: 1 − entropy / log(number of values), 0 where all occur alike, towards
 * 1 where one is nearly all; null of fewer than two values.
 */
export const imbalance = (counts: readonly number[]): number | null =>
  counts.length < 2 ? null : 1 - entropy(counts) / Math.log(counts.length);
