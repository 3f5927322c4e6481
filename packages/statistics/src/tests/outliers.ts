import { quantile } from '../descriptive/frequency-table.ts';
import { tabulate } from '../descriptive/tabulate.ts';
import { choleskyOf } from '../numerics/cholesky.ts';
import { studentTQuantile, studentTTwoSided } from '../distributions/student-t.ts';
import { chiSquareSurvival } from '../distributions/chi-square.ts';

export interface Grubbs {
  readonly g: number;
  readonly p: number;
  /** G above this is significant at the level. */
  readonly critical: number;
  /** Place of the value farthest from the mean. */
  readonly at: number;
}

/**
 * Grubbs' test for one outlier on either side, n ≥ 3, values with spread. NIST e-Handbook
 * 1.3.5.17.1; R: outliers::grubbs.test(x, two.sided = TRUE).
 */
export function grubbs(values: Float64Array, mean: number, sd: number, alpha: number): Grubbs {
  const n = values.length;
  let at = 0;
  for (let i = 1; i < n; i++)
    if (Math.abs((values[i] ?? NaN) - mean) > Math.abs((values[at] ?? NaN) - mean)) at = i;
  const g = Math.abs((values[at] ?? NaN) - mean) / sd;
  const left = (n - 1) ** 2 - n * g * g;
  const t = left <= 0 ? Infinity : Math.sqrt((n * (n - 2) * g * g) / left);
  const square = studentTQuantile(1 - alpha / (2 * n), n - 2) ** 2;
  return {
    g,
    p: Math.min(1, n * studentTTwoSided(t, n - 2)),
    critical: ((n - 1) / Math.sqrt(n)) * Math.sqrt(square / (n - 2 + square)),
    at,
  };
}

/** Values outside two limits: their places, in order. */
export interface Outside {
  readonly low: number;
  readonly high: number;
  readonly at: readonly number[];
}

function outside(values: Float64Array, low: number, high: number): Outside {
  const at: number[] = [];
  values.forEach((value, i) => {
    if (value < low || value > high) at.push(i);
  });
  return { low, high, at };
}

/**
 * Values more than `threshold` standard deviations from the mean. R: which(abs(x - mean(x)) >
 * threshold * sd(x)).
 */
export const zScoreOutliers = (
  values: Float64Array,
  mean: number,
  sd: number,
  threshold: number,
): Outside => outside(values, mean - threshold * sd, mean + threshold * sd);

/**
 * Values more than k interquartile ranges beyond the quartiles (type 7), n ≥ 1. Tukey 1977; R: q <-
 * quantile(x, c(.25, .75)); q + c(-k, k) * diff(q).
 */
export function tukeyOutliers(values: Float64Array, k: number): Outside {
  const table = tabulate(values);
  const [q1, q3] = [quantile(table, 0.25), quantile(table, 0.75)];
  return outside(values, q1 - k * (q3 - q1), q3 + k * (q3 - q1));
}

/**
 * Squared Mahalanobis distances of the rows of k columns from their means, and P(χ²_k ≥ d²). null
 * where a column is a combination of others. R: mahalanobis(x, colMeans(x), cov(x)).
 */
export function mahalanobis(
  columns: readonly Float64Array[],
): { distances: Float64Array; p: Float64Array } | null {
  const n = columns[0]?.length ?? 0;
  const centred = columns.map((column) => {
    const first = column[0] ?? 0;
    const mean = column.reduce((sum, value) => sum + (value - first), 0) / n;
    const deviations = column.map((value) => value - first - mean);
    const size = Math.sqrt(deviations.reduce((sum, value) => sum + value * value, 0));
    return deviations.map((value) => value / size);
  });
  const root = choleskyOf(
    centred.map((a) =>
      centred.map((b) => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0)),
    ),
  );
  if (root === null) return null;
  const distances = new Float64Array(n);
  for (let row = 0; row < n; row++) {
    const solved: number[] = [];
    for (let i = 0; i < columns.length; i++) {
      let value = centred[i]?.[row] ?? NaN;
      for (let j = 0; j < i; j++) value -= (root[i]?.[j] ?? 0) * (solved[j] ?? 0);
      solved.push(value / (root[i]?.[i] ?? NaN));
    }
    distances[row] = (n - 1) * solved.reduce((sum, value) => sum + value * value, 0);
  }
  return { distances, p: distances.map((distance) => chiSquareSurvival(distance, columns.length)) };
}
