import { choleskyOf } from '../numerics/cholesky.ts';
import { pearsonProducts } from './pairwise.ts';
import { studentTTwoSided } from '../distributions/student-t.ts';
import { fisherInterval } from './correlation.ts';
import type { Interval } from '../numerics/interval.ts';

export interface PartialCorrelation {
  readonly r: number;
  readonly t: number;
  readonly df: number;
  readonly p: number;
  readonly interval: Interval | null;
}

/**
 * Correlation of x and y given k other columns, from the inverse of the correlation matrix; t with
 * n − 2 − k degrees of
 * freedom, Fisher's interval with n − k. null where a column is a combination of others. R:
 * ppcor::pcor.test(x, y, z).
 */
export function partialCorrelation(
  x: Float64Array,
  y: Float64Array,
  given: readonly Float64Array[],
  level: number,
): PartialCorrelation | null {
  const columns = [...given, x, y];
  const m = columns.length;
  const products = pearsonProducts(columns);
  const matrix = columns.map((_, i) => columns.map((__, j): number => (i === j ? 1 : NaN)));
  let place = 0;
  for (let i = 0; i < m; i++) {
    for (let j = i + 1; j < m; j++) {
      const { sxy = NaN, sxx = NaN, syy = NaN } = products[place++] ?? {};
      const r = sxy / Math.sqrt(sxx) / Math.sqrt(syy);
      const [a, b] = [matrix[i], matrix[j]];
      if (a !== undefined && b !== undefined) [a[j], b[i]] = [r, r];
    }
  }
  const root = choleskyOf(matrix);
  if (root === null) return null;
  // The last corner of the triangle is that of the residuals of x and y.
  const slope = root[m - 1]?.[m - 2] ?? NaN;
  const r = slope / Math.hypot(slope, root[m - 1]?.[m - 1] ?? NaN);
  const df = x.length - m;
  const t = r * Math.sqrt(df / ((1 - r) * (1 + r)));
  return {
    r,
    t,
    df,
    p: studentTTwoSided(t, df),
    interval: df > 1 ? fisherInterval(r, x.length - given.length, level) : null,
  };
}
