import { CompensatedSum } from '../numerics/compensated-sum.ts';
import { chiSquareSurvival } from '../distributions/chi-square.ts';

/** Autocorrelations at lags 1 to `most` of values in order that vary. R: acf(x, plot = FALSE). */
export function autocorrelations(values: Float64Array, most: number): number[] {
  const first = values[0] ?? 0;
  const sum = new CompensatedSum();
  for (const value of values) sum.add(value - first);
  const mean = sum.total / values.length;
  const deviations = values.map((value) => value - first - mean);
  const product = (lag: number): number => {
    const total = new CompensatedSum();
    for (let i = 0; i + lag < deviations.length; i++)
      total.add((deviations[i] ?? 0) * (deviations[i + lag] ?? 0));
    return total.total;
  };
  const variance = product(0);
  return Array.from({ length: most }, (_, i) => product(i + 1) / variance);
}

/**
 * Partial autocorrelations from autocorrelations of lags 1, 2, …: the recursion of Durbin (1960)
 * and Levinson. R: pacf(x, plot = FALSE).
 */
export function partialAutocorrelations(correlations: readonly number[]): number[] {
  let previous: number[] = [];
  return correlations.map((r, k) => {
    const inner = previous.reduce((sum, phi, j) => sum + phi * (correlations[k - 1 - j] ?? 0), 0);
    const outer = previous.reduce((sum, phi, j) => sum + phi * (correlations[j] ?? 0), 0);
    const partial = (r - inner) / (1 - outer);
    previous = [...previous.map((phi, j) => phi - partial * (previous[k - 1 - j] ?? 0)), partial];
    return partial;
  });
}

/**
 * Ljung and Box's test that autocorrelations up to the last lag are 0. R: Box.test(x, lag, type =
 * "Ljung-Box").
 */
export function ljungBox(
  correlations: readonly number[],
  n: number,
): { statistic: number; df: number; p: number } {
  const statistic =
    n * (n + 2) * correlations.reduce((sum, r, i) => sum + (r * r) / (n - i - 1), 0);
  return {
    statistic,
    df: correlations.length,
    p: chiSquareSurvival(statistic, correlations.length),
  };
}
