import { normalQuantile } from '../distributions/normal.ts';
import { studentTTwoSided } from '../distributions/student-t.ts';
import { isHeld } from '../numerics/power-of-two.ts';
import type { Alternative } from '../groups/t-test.ts';
import { spearmanP } from './spearman-p.ts';
import type { Interval } from '../numerics/interval.ts';

/**
 * Sums of products of deviations from the two means, over the n rows where both are present. Each
 * column counts in a unit of its own, a power of two, which a correlation does not see.
 */
export interface CentredProducts {
  readonly n: number;
  readonly units: readonly [x: number, y: number];
  readonly sxx: number;
  readonly syy: number;
  readonly sxy: number;
}

export interface Correlation {
  readonly estimate: number | null;
  readonly ci: Interval | null;
  readonly statistic: number | null;
  readonly df: number | null;
  readonly p_value: number | null;
  readonly reason: string | null;
}

/**
 * Covariance with divisor n − ddof; null where the rows are too few, or a double does not hold it.
 * R: cov(x, y).
 */
export function covariance(
  { n, sxy, units: [x, y] }: CentredProducts,
  ddof: number,
  perUnit: readonly [x: number, y: number],
): number | null {
  if (n <= ddof) return null;
  const value = (sxy / (n - ddof)) * (x / perUnit[0]) * (y / perUnit[1]);
  return isHeld(value, sxy) ? value : null;
}

const undefinedFor = (reason: string): Correlation => ({
  estimate: null,
  ci: null,
  statistic: null,
  df: null,
  p_value: null,
  reason,
});

/**
 * Pearson's r with its t test (n − 2 degrees of freedom) and Fisher z interval. R: cor.test(x, y).
 * On ranks it is Spearman's ρ (R: cor.test(x, y, method = "spearman")), whose interval is that of
 * Bonett and Wright; t is that of the ranks, and p is of the sum of their squared differences where no values are tied, else of t.
 */
export function correlation(
  { n, sxx, syy, sxy }: CentredProducts,
  level: number,
  method: 'pearson' | 'spearman',
): Correlation {
  if (n < 2) return undefinedFor('Fewer than two rows have both values.');
  if (sxx <= 0 || syy <= 0) return undefinedFor('A column is constant over these rows.');
  // One root keeps a perfect line at exactly 1; two keep huge or tiny sums from over- or underflow.
  const product = sxx * syy;
  const scale =
    product > 1e-300 && product < Infinity ? Math.sqrt(product) : Math.sqrt(sxx) * Math.sqrt(syy);
  const estimate = Math.max(-1, Math.min(1, sxy / scale));
  if (n < 3) return { ...undefinedFor('Two rows give no test.'), estimate };
  const df = n - 2;
  const perfect = Math.abs(estimate) === 1;
  // Ranks without ties have squares of (n³ − n) / 12.
  const untied = method === 'spearman' && Math.min(sxx, syy) * 12 > n * (n * n - 1) - 1;
  const statistic = perfect ? null : estimate * Math.sqrt(df / ((1 - estimate) * (1 + estimate)));
  return {
    estimate,
    ci:
      n <= 3 || perfect
        ? null
        : method === 'pearson'
          ? fisherInterval(estimate, n, level)
          : spearmanInterval(estimate, n, level),
    statistic,
    df,
    p_value: untied
      ? spearmanP(sxx + syy - 2 * sxy, n)
      : statistic === null
        ? 0
        : studentTTwoSided(statistic, df),
    reason: perfect
      ? method === 'pearson'
        ? 'The points lie on a line: t is unbounded.'
        : 'The ranks are the same or reversed: t is unbounded.'
      : null,
  };
}

/** Fisher (1921): atanh r ± z / √(n − 3). n > 3. */
export const fisherInterval = (r: number, n: number, level: number): Interval =>
  intervalOf(r, 1 / (n - 3), level);

/**
 * Bonett and Wright, Psychometrika 65 (2000): atanh ρ has a variance of (1 + ρ²/2) / (n − 3).
 * n > 3. Fisher's own is too short for ranks.
 */
const spearmanInterval = (rho: number, n: number, level: number): Interval =>
  intervalOf(rho, (1 + rho ** 2 / 2) / (n - 3), level);

/**
 * Fieller, Hartley and Pearson, Biometrika 44 (1957): atanh τ has a variance of 0.437 / (n − 4);
 * null for four rows or fewer, and where τ is at its end. Of a one-sided test one end is that of τ.
 */
export function kendallInterval(
  tau: number,
  n: number,
  level: number,
  alternative: Alternative,
): Interval | null {
  if (n <= 4 || Math.abs(tau) >= 1) return null;
  const tails = alternative === 'two_sided' ? level : 2 * level - 1;
  const { low, high } = intervalOf(tau, 0.437 / (n - 4), tails);
  return {
    level,
    low: alternative === 'less' ? -1 : low,
    high: alternative === 'greater' ? 1 : high,
  };
}

function intervalOf(r: number, variance: number, level: number): Interval {
  const half = -normalQuantile((1 - level) / 2) * Math.sqrt(variance);
  const z = Math.atanh(r);
  return { level, low: Math.tanh(z - half), high: Math.tanh(z + half) };
}
