import { normalQuantile } from './normal.ts';

/**
 * Plotting positions of n sorted values: (i − a) / (n + 1 − 2a), a = 3/8 up to ten values, else
 * 1/2. R: ppoints(n).
 */
export function plottingPositions(n: number): number[] {
  const a = n <= 10 ? 0.375 : 0.5;
  return Array.from({ length: n }, (_, i) => (i + 1 - a) / (n + 1 - 2 * a));
}

/** Normal quantiles that go with n sorted values. R: qqnorm(x)$x, sorted. */
export const normalScores = (n: number): number[] => plottingPositions(n).map(normalQuantile);
