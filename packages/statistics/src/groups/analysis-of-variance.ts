import type { Interval } from '../numerics/interval.ts';
import { fSurvival, noncentralFCdf } from '../distributions/fisher-f.ts';
import { CompensatedSum } from '../numerics/compensated-sum.ts';
import { findRoot } from '../numerics/find-root.ts';
import { varianceOf, type Sample } from './samples.ts';

export interface Anova {
  readonly f: number;
  readonly df: readonly [between: number, within: number];
  readonly p: number;
  readonly eta_squared: { readonly value: number; readonly interval: Interval };
  readonly omega_squared: { readonly value: number; readonly interval: Interval };
  readonly epsilon_squared: { readonly value: number; readonly interval: Interval };
}

const sum = (values: readonly number[]): number => {
  const total = new CompensatedSum();
  for (const value of values) total.add(value);
  return total.total;
};

/**
 * One-way analysis of variance with equal variances. R: summary(aov(y ~ g)); effects as
 * effectsize::eta_squared, omega_squared, epsilon_squared, the interval with alternative =
 * "two.sided".
 */
export function anova(samples: readonly Sample[], level: number): Anova {
  const n = sum(samples.map((one) => one.n));
  const grand = sum(samples.map((one) => one.n * one.mean)) / n;
  const between = sum(samples.map((one) => one.n * (one.mean - grand) ** 2));
  const within = sum(samples.map((one) => one.m2));
  const [df1, df2] = [samples.length - 1, n - samples.length];
  const f = between / df1 / (within / df2);
  const error = within / df2;
  return {
    f,
    df: [df1, df2],
    p: fSurvival(f, df1, df2),
    eta_squared: { value: between / (between + within), interval: etaInterval(f, df1, df2, level) },
    omega_squared: adjusted((between - df1 * error) / (between + within + error), df1, df2, level),
    epsilon_squared: adjusted((between - df1 * error) / (between + within), df1, df2, level),
  };
}

/**
 * A share less its bias, with the interval of the F that has this share, as effectsize has it
 * (MBESS::ci.R2).
 */
function adjusted(share: number, df1: number, df2: number, level: number): Anova['omega_squared'] {
  const value = Math.max(0, share);
  return { value, interval: etaInterval(value / df1 / ((1 - value) / df2), df1, df2, level) };
}

/**
 * From the noncentralities at which the observed F lies at either end of the level; 0 where there
 * is none.
 */
function etaInterval(f: number, df1: number, df2: number, level: number): Interval {
  const at = (p: number): number => {
    if (noncentralFCdf(f, df1, df2, 0) < p) return 0;
    const ncp = findRoot((lambda) => noncentralFCdf(f, df1, df2, lambda) - p, f * df1, 0);
    return ncp / (ncp + df2);
  };
  return { level, low: at((1 + level) / 2), high: at((1 - level) / 2) };
}

/** One-way analysis without equal variances, Welch (1951). R: oneway.test(y ~ g). */
export function welchAnova(samples: readonly Sample[]): {
  f: number;
  df: readonly [number, number];
  p: number;
} {
  const k = samples.length;
  const weights = samples.map((one) => one.n / varianceOf(one));
  const total = sum(weights);
  const mean = sum(samples.map((one, i) => (weights[i] ?? 0) * one.mean)) / total;
  const spread =
    sum(samples.map((one, i) => (1 - (weights[i] ?? 0) / total) ** 2 / (one.n - 1))) / (k * k - 1);
  const f =
    sum(samples.map((one, i) => (weights[i] ?? 0) * (one.mean - mean) ** 2)) /
    (k - 1) /
    (1 + 2 * (k - 2) * spread);
  const df: [number, number] = [k - 1, 1 / (3 * spread)];
  return { f, df, p: fSurvival(f, df[0], df[1]) };
}
