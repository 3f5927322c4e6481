import { logGamma } from '../numerics/gamma.ts';
import { findRoot } from '../numerics/find-root.ts';
import { chiSquareSurvival } from './chi-square.ts';

/** P(X ≥ x) with noncentrality λ: survivals with df + 2j weighted by a Poisson distribution with mean λ/2. R: pchisq(x, df, ncp, lower.tail = FALSE). */
export function noncentralChiSquareSurvival(x: number, df: number, ncp: number): number {
  if (ncp === 0) return chiSquareSurvival(x, df);
  const mean = ncp / 2;
  const reach = 12 * Math.sqrt(mean) + 60;
  let sum = 0;
  for (let j = Math.max(0, Math.floor(mean - reach)); j <= mean + reach; j++) sum += Math.exp(j * Math.log(mean) - mean - logGamma(j + 1)) * chiSquareSurvival(x, df + 2 * j);
  return Math.min(1, sum);
}

/** The x with P(X ≥ x) = p. R: qchisq(p, df, lower.tail = FALSE). */
export const chiSquareUpperQuantile = (p: number, df: number): number => Math.exp(findRoot((u) => chiSquareSurvival(Math.exp(u), df) - p, Math.log(df), -60));
