import type { Interval } from '../numerics/interval.ts';
import { chiSquareSurvival } from '../distributions/chi-square.ts';
import { noncentralityInterval } from '../distributions/noncentral-chi-square.ts';

/**
 * Pearson's χ² of counts against expected shares that sum to 1. R: chisq.test(counts, p = shares).
 * Effect: Cohen's w with the interval of the noncentrality.
 */
export function goodnessOfFit(
  counts: readonly number[],
  shares: readonly number[],
  level: number,
): {
  statistic: number;
  df: number;
  p: number;
  expected: number[];
  w: { value: number; interval: Interval };
} {
  const n = counts.reduce((sum, count) => sum + count, 0);
  const expected = shares.map((share) => share * n);
  const statistic = counts.reduce(
    (sum, count, i) => sum + (count - (expected[i] ?? NaN)) ** 2 / (expected[i] ?? NaN),
    0,
  );
  const df = counts.length - 1;
  const { low, high } = noncentralityInterval(statistic, df, level);
  // All rows in the rarest group make the largest w, as effectsize::chisq_to_cohens_w(p) has it.
  const most = Math.sqrt(1 / Math.min(...shares) - 1);
  return {
    statistic,
    df,
    p: chiSquareSurvival(statistic, df),
    expected,
    w: {
      value: Math.sqrt(statistic / n),
      interval: {
        level,
        low: Math.min(most, Math.sqrt(low / n)),
        high: Math.min(most, Math.sqrt(high / n)),
      },
    },
  };
}
