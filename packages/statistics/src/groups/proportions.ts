import type { Interval } from '../numerics/interval.ts';
import {
  betaQuantile,
  betaUpperQuantile,
  binomialCdf,
  binomialDensity,
  binomialSurvival,
} from '../distributions/binomial.ts';
import { chiSquareSurvival } from '../distributions/chi-square.ts';
import { normalQuantile, normalSurvival } from '../distributions/normal.ts';
import type { Alternative } from './t-test.ts';

/** Clopper and Pearson's exact interval of a proportion. R: binom.test(x, n)$conf.int. */
export function exactInterval(
  x: number,
  n: number,
  level: number,
  alternative: Alternative = 'two_sided',
): Interval {
  const alpha = alternative === 'two_sided' ? (1 - level) / 2 : 1 - level;
  const low = alternative === 'less' || x === 0 ? 0 : betaQuantile(alpha, x, n - x + 1);
  const high = alternative === 'greater' || x === n ? 1 : betaUpperQuantile(alpha, x + 1, n - x);
  return { level, low, high };
}

/** Exact binomial test of a proportion. R: binom.test(x, n, p). */
export function binomialTest(x: number, n: number, p: number, alternative: Alternative): number {
  if (alternative === 'less') return binomialCdf(x, n, p);
  if (alternative === 'greater') return binomialSurvival(x, n, p);
  if (p === 0 || p === 1) return x === (p === 0 ? 0 : n) ? 1 : 0;
  const own = binomialDensity(x, n, p) * (1 + 1e-7);
  const mean = n * p;
  if (x === mean) return 1;
  let count = 0;
  if (x < mean) {
    for (let i = Math.ceil(mean); i <= n; i++) if (binomialDensity(i, n, p) <= own) count += 1;
    return Math.min(1, binomialCdf(x, n, p) + binomialSurvival(n - count + 1, n, p));
  }
  for (let i = 0; i <= Math.floor(mean); i++) if (binomialDensity(i, n, p) <= own) count += 1;
  return Math.min(1, binomialCdf(count - 1, n, p) + binomialSurvival(x, n, p));
}

export interface Proportions {
  readonly statistic: number;
  readonly df: number;
  readonly p: number;
  /** First minus second, of two. */
  readonly difference: { readonly value: number; readonly interval: Interval } | null;
  /** Of two. */
  readonly h: CohensH | null;
}

export interface CohensH {
  readonly value: number;
  readonly interval: Interval;
}

/**
 * Cohen's h of two proportions x / n, 2 asin √p₁ − 2 asin √p₂, with the interval of the angles; of
 * one proportion against a known one where `against` is a number. R: effectsize::cohens_h(x, n).
 */
export function cohensH(
  [p1, n1]: readonly [number, number],
  against: readonly [number, number] | number,
  level: number,
): CohensH {
  const [p2, n2] = typeof against === 'number' ? [against, Infinity] : against;
  const value = 2 * Math.asin(Math.sqrt(p1)) - 2 * Math.asin(Math.sqrt(p2));
  const half = -normalQuantile((1 - level) / 2) * Math.sqrt(1 / n1 + 1 / n2);
  return {
    value,
    interval: {
      level,
      low: Math.max(-Math.PI, value - half),
      high: Math.min(Math.PI, value + half),
    },
  };
}

/**
 * Equality of two or more proportions by χ²; `yates` corrects two for continuity. Not all are 0 or
 * all 1. R: prop.test(x, n, correct = yates).
 */
export function proportionsTest(
  x: readonly number[],
  n: readonly number[],
  {
    yates,
    alternative,
    level,
  }: { readonly yates: boolean; readonly alternative: Alternative; readonly level: number },
): Proportions {
  const [all, of] = [
    x.reduce((sum, value) => sum + value, 0),
    n.reduce((sum, value) => sum + value, 0),
  ];
  const pooled = all / of;
  const shares = x.map((value, i) => value / (n[i] ?? NaN));
  const [p1 = NaN, p2 = NaN] = shares;
  const [n1 = NaN, n2 = NaN] = n;
  const two = x.length === 2;
  const difference = p1 - p2;
  const correction = two && yates ? Math.min(0.5, Math.abs(difference) / (1 / n1 + 1 / n2)) : 0;
  const statistic = x.reduce((sum, value, i) => {
    const [size, expected] = [n[i] ?? NaN, (n[i] ?? NaN) * pooled];
    return (
      sum + (Math.abs(value - expected) - correction) ** 2 * (1 / expected + 1 / (size - expected))
    );
  }, 0);
  const df = x.length - 1;
  if (!two)
    return { statistic, df, p: chiSquareSurvival(statistic, df), difference: null, h: null };
  const z = Math.sign(difference) * Math.sqrt(statistic);
  const half =
    -normalQuantile(alternative === 'two_sided' ? (1 - level) / 2 : 1 - level) *
      Math.sqrt((p1 * (1 - p1)) / n1 + (p2 * (1 - p2)) / n2) +
    correction * (1 / n1 + 1 / n2);
  const interval = {
    level,
    low: alternative === 'less' ? -1 : Math.max(-1, difference - half),
    high: alternative === 'greater' ? 1 : Math.min(1, difference + half),
  };
  const p =
    alternative === 'two_sided'
      ? chiSquareSurvival(statistic, 1)
      : normalSurvival(alternative === 'greater' ? z : -z);
  return {
    statistic,
    df,
    p,
    difference: { value: difference, interval },
    h: cohensH([p1, n1], [p2, n2], level),
  };
}
