import type { Interval } from '../numerics/interval.ts';
import { logGamma } from '../numerics/gamma.ts';
import { findRoot } from '../numerics/find-root.ts';
import { chiSquareSurvival } from './chi-square.ts';
import { normalSurvival } from './normal.ts';

/** Beyond this all but one of the squares count with their mean. */
const seriesUpTo = 1e7;

/**
 * P(X ≥ x) with noncentrality λ: survivals with df + 2j weighted by a Poisson distribution with
 * mean λ/2, each the one before
 * and a positive term (DLMF 8.8.6). R: pchisq(x, df, ncp, lower.tail = FALSE).
 */
export function noncentralChiSquareSurvival(x: number, df: number, ncp: number): number {
  if (x <= 0) return 1;
  if (ncp === 0) return chiSquareSurvival(x, df);
  if (ncp > seriesUpTo) return normalSurvival(Math.sqrt(Math.max(0, x - df + 1)) - Math.sqrt(ncp));
  const mean = ncp / 2;
  const reach = 12 * Math.sqrt(mean) + 60;
  const first = Math.max(0, Math.floor(mean - reach));
  const [logMean, logHalf] = [Math.log(mean), Math.log(x / 2)];
  let survival = chiSquareSurvival(x, df + 2 * first);
  let sum = 0;
  for (let j = first; j <= mean + reach; j++) {
    sum += Math.exp(j * logMean - mean - logGamma(j + 1)) * survival;
    const half = df / 2 + j;
    survival = Math.min(1, survival + Math.exp(half * logHalf - x / 2 - logGamma(half + 1)));
  }
  return Math.min(1, sum);
}

/**
 * The noncentralities with which a χ² statistic is not unusual; what Cramér's V and Cohen's w have
 * their intervals from. Smithson 2003.
 */
export function noncentralityInterval(statistic: number, df: number, level: number): Interval {
  const at = (p: number): number =>
    chiSquareSurvival(statistic, df) > p
      ? 0
      : findRoot((lambda) => noncentralChiSquareSurvival(statistic, df, lambda) - p, statistic, 0);
  return { level, low: at((1 - level) / 2), high: at((1 + level) / 2) };
}

/** The x with P(X ≥ x) = p. R: qchisq(p, df, lower.tail = FALSE). */
export const chiSquareUpperQuantile = (p: number, df: number): number =>
  Math.exp(findRoot((u) => chiSquareSurvival(Math.exp(u), df) - p, Math.log(df), -60));
