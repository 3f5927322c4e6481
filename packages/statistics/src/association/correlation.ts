import { normalQuantile } from '../distributions/normal.ts';
import { studentTTwoSided } from '../distributions/student-t.ts';
import { spearmanP } from './spearman-p.ts';
import type { Interval } from '../numerics/interval.ts';

/** Sums of products of deviations from the two means, over the n rows where both are present. */
export interface CentredProducts {
  readonly n: number;
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
 * On ranks it is Spearman's ρ (R: cor.test(x, y, method = "spearman")), whose interval is left out;
 * t is that of the ranks, and p is
 * of the sum of their squared differences where no values are tied, else of t.
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
    ci: method === 'pearson' && n > 3 && !perfect ? fisherInterval(estimate, n, level) : null,
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
export function fisherInterval(r: number, n: number, level: number): Interval {
  const half = normalQuantile((1 + level) / 2) / Math.sqrt(n - 3);
  const z = Math.atanh(r);
  return { level, low: Math.tanh(z - half), high: Math.tanh(z + half) };
}
