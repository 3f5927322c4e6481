import { chiSquareSurvival } from '../distributions/chi-square.ts';
import { choleskyOf, inverseOf, logDeterminant } from '../numerics/cholesky.ts';
import { CompensatedSum } from '../numerics/compensated-sum.ts';
import { eigenOf } from '../numerics/jacobi-eigen.ts';

export interface PrincipalComponents {
  /** Variance of each component, largest first. */
  readonly variances: readonly number[];
  /** Of each component, the weight of each column; the largest is positive. */
  readonly loadings: readonly (readonly number[])[];
  readonly centre: readonly number[];
  readonly spread: readonly number[];
  readonly correlations: readonly (readonly number[])[];
}

/**
 * Principal components of columns that vary, in their own units or in standard deviations. R:
 * prcomp(x, scale. = scaled).
 */
export function principalComponents(
  columns: readonly Float64Array[],
  scaled: boolean,
): PrincipalComponents {
  const n = columns[0]?.length ?? 0;
  const centre = columns.map(
    (values) => (values[0] ?? 0) + totalOf(n, (i) => (values[i] ?? NaN) - (values[0] ?? 0)) / n,
  );
  const deviations = columns.map((values, k) => values.map((value) => value - (centre[k] ?? 0)));
  const covariance = deviations.map((a) =>
    deviations.map((b) => totalOf(n, (i) => (a[i] ?? 0) * (b[i] ?? 0)) / (n - 1)),
  );
  const spread = covariance.map((line, i) => Math.sqrt(line[i] ?? NaN));
  const correlations = covariance.map((line, i) =>
    line.map((value, j) => (i === j ? 1 : value / ((spread[i] ?? NaN) * (spread[j] ?? NaN)))),
  );
  const { values, vectors } = eigenOf(scaled ? correlations : covariance);
  // What the rounding of the entries makes of a variance of 0 in this direction.
  const roundingOf = (vector: readonly number[]): number =>
    2 *
    columns.length *
    Number.EPSILON *
    vector.reduce(
      (sum, weight, k) => sum + Math.abs(weight) * (scaled ? 1 : (spread[k] ?? 0)),
      0,
    ) **
      2;
  const loadings = vectors.map((vector) => {
    const largest = vector.reduce((a, b) => (Math.abs(b) > Math.abs(a) + 1e-12 ? b : a), 0);
    return largest < 0 ? vector.map((value) => -value) : vector;
  });
  return {
    variances: values.map((value, i) => (value > roundingOf(vectors[i] ?? []) ? value : 0)),
    loadings,
    centre,
    spread: spread.map((value) => (scaled ? value : 1)),
    correlations,
  };
}

function totalOf(n: number, at: (i: number) => number): number {
  const sum = new CompensatedSum();
  for (let i = 0; i < n; i++) sum.add(at(i));
  return sum.total;
}

/** Where a row lies on the components. */
export const scoreOf = (
  { loadings, centre, spread }: PrincipalComponents,
  row: readonly number[],
  component: number,
): number =>
  (loadings[component] ?? []).reduce(
    (sum, weight, k) => sum + weight * (((row[k] ?? NaN) - (centre[k] ?? 0)) / (spread[k] ?? 1)),
    0,
  );

/**
 * Whether columns are correlated at all, and how much they share: Bartlett's (1951) test and
 * Kaiser's (1974) measure; null where a column follows from others. R: psych::cortest.bartlett(),
 * psych::KMO().
 */
export function sharedVariance(
  correlations: readonly (readonly number[])[],
  n: number,
): { statistic: number; df: number; p: number; kmo: number } | null {
  const k = correlations.length;
  const root = choleskyOf(correlations);
  if (root === null) return null;
  const statistic = -(n - 1 - (2 * k + 5) / 6) * logDeterminant(root);
  const df = (k * (k - 1)) / 2;
  const inverse = inverseOf(root);
  let [plain, partial] = [0, 0];
  for (let i = 0; i < k; i++) {
    for (let j = 0; j < k; j++) {
      if (i === j) continue;
      plain += (correlations[i]?.[j] ?? 0) ** 2;
      partial +=
        (inverse[i]?.[j] ?? 0) ** 2 / ((inverse[i]?.[i] ?? NaN) * (inverse[j]?.[j] ?? NaN));
    }
  }
  return { statistic, df, p: chiSquareSurvival(statistic, df), kmo: plain / (plain + partial) };
}
