import {
  chiSquareUpperQuantile,
  noncentralChiSquareSurvival,
} from '../distributions/noncentral-chi-square.ts';
import { fUpperQuantile, noncentralFCdf } from '../distributions/fisher-f.ts';
import { noncentralTCdf } from '../distributions/noncentral-t.ts';
import { normalQuantile, normalSurvival } from '../distributions/normal.ts';
import { studentTQuantile } from '../distributions/student-t.ts';
import { findRoot } from '../numerics/find-root.ts';
import type { Alternative } from '../groups/t-test.ts';

/** What a design has; one of n, effect, power and alpha is what is asked. */
export interface Design {
  readonly n: number;
  readonly effect: number;
  readonly alpha: number;
}
export type PowerOf = (design: Design) => number;

/** t tests, effect d; n is of each group or of the pairs. R: pwr::pwr.t.test. */
export function powerOfT(
  type: 'two_sample' | 'one_sample' | 'paired',
  alternative: Alternative,
): PowerOf {
  const groups = type === 'two_sample' ? 2 : 1;
  return ({ n, effect, alpha }) => {
    const df = (n - 1) * groups;
    const d =
      alternative === 'two_sided' ? Math.abs(effect) : alternative === 'less' ? -effect : effect;
    const critical = studentTQuantile(1 - (alternative === 'two_sided' ? alpha / 2 : alpha), df);
    const shift = Math.sqrt(n / groups) * d;
    const upper = noncentralTCdf(-critical, df, -shift);
    return alternative === 'two_sided' ? upper + noncentralTCdf(-critical, df, shift) : upper;
  };
}

/** One-way analysis of variance of k groups of n, effect f. R: pwr::pwr.anova.test. */
export const powerOfAnova =
  (k: number): PowerOf =>
  ({ n, effect, alpha }) =>
    1 -
    noncentralFCdf(
      fUpperQuantile(alpha, k - 1, (n - 1) * k),
      k - 1,
      (n - 1) * k,
      k * n * effect * effect,
    );

/** Two proportions of n each, or one of n; effect h. R: pwr::pwr.2p.test, pwr.p.test. */
export function powerOfProportions(groups: 1 | 2, alternative: Alternative): PowerOf {
  return ({ n, effect, alpha }) => {
    const shift =
      (alternative === 'two_sided' ? Math.abs(effect) : alternative === 'less' ? -effect : effect) *
      Math.sqrt(n / groups);
    if (alternative !== 'two_sided') return normalSurvival(normalQuantile(1 - alpha) - shift);
    const critical = normalQuantile(1 - alpha / 2);
    return normalSurvival(critical - shift) + normalSurvival(critical + shift);
  };
}

/** A correlation, effect r, by Fisher's z with the bias r / (2 (n − 1)). R: pwr::pwr.r.test. */
export function powerOfCorrelation(alternative: Alternative): PowerOf {
  return ({ n, effect, alpha }) => {
    const r =
      alternative === 'two_sided' ? Math.abs(effect) : alternative === 'less' ? -effect : effect;
    const t = studentTQuantile(1 - (alternative === 'two_sided' ? alpha / 2 : alpha), n - 2);
    const critical = Math.sqrt((t * t) / (t * t + n - 2));
    const shift = Math.atanh(r) + r / (2 * (n - 1));
    const scale = Math.sqrt(n - 3);
    const upper = normalSurvival((Math.atanh(critical) - shift) * scale);
    return alternative === 'two_sided'
      ? upper + normalSurvival((Math.atanh(critical) + shift) * scale)
      : upper;
  };
}

/** χ² with df degrees of freedom, effect w, n values in all. R: pwr::pwr.chisq.test. */
export const powerOfChiSquare =
  (df: number): PowerOf =>
  ({ n, effect, alpha }) =>
    noncentralChiSquareSurvival(chiSquareUpperQuantile(alpha, df), df, n * effect * effect);

/**
 * The smallest n, not whole, from `least` on that reaches the power, which is more than that of no
 * effect; null beyond 10⁹. Power rises with n: `least` may have more than is asked for. R: the n of
 * the pwr functions.
 */
export function sizeFor(
  powerOf: PowerOf,
  design: Omit<Design, 'n'>,
  power: number,
  least: number,
): number | null {
  const at = (n: number): number => powerOf({ ...design, n }) - power;
  if (at(least) >= 0) return least;
  let high = 2 * least;
  for (; at(high) < 0; high *= 2) if (high > 1e9) return null;
  return bisect(at, high / 2, high);
}

/**
 * The effect nearest to 0 that reaches the power, on the side of 0 where it rises: below 0 for the
 * alternative 'less'. null where none up to `most` does. The power is more than that of no effect.
 * R: the effect of the pwr functions.
 */
export function effectFor(
  powerOf: PowerOf,
  design: Omit<Design, 'effect'>,
  power: number,
  { most, alternative }: { readonly most: number; readonly alternative: Alternative },
): number | null {
  const sign = alternative === 'less' ? -1 : 1;
  const at = (size: number): number => powerOf({ ...design, effect: sign * size }) - power;
  let high = Math.min(most, 0.1);
  for (; at(high) < 0; high = Math.min(most, 2 * high)) if (high >= most) return null;
  return sign * bisect(at, 0, high);
}

function bisect(f: (x: number) => number, low: number, high: number): number {
  let [a, b] = [low, high];
  for (let i = 0; i < 200 && b - a > 1e-14 * b; i++) {
    const middle = (a + b) / 2;
    if (f(middle) < 0) a = middle;
    else b = middle;
  }
  return (a + b) / 2;
}

/** The level of significance at which the power is reached. */
export const alphaFor = (
  powerOf: PowerOf,
  design: Omit<Design, 'alpha'>,
  power: number,
): number => {
  const logit = findRoot((x) => powerOf({ ...design, alpha: 1 / (1 + Math.exp(-x)) }) - power, 0);
  return 1 / (1 + Math.exp(-logit));
};
