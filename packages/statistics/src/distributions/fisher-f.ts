import { findRoot } from '../numerics/find-root.ts';
import { chiSquareSurvival } from './chi-square.ts';
import { regularizedIncompleteBeta } from '../numerics/incomplete-beta.ts';
import { poissonBetaSum } from '../numerics/poisson-beta.ts';

/** ln x and ln(1 − x) of x = df1 f / (df1 f + df2). */
function logsOf(f: number, df1: number, df2: number): { logX: number; log1mX: number } {
  const ratio = (df1 * f) / df2;
  return { logX: Math.log(ratio) - Math.log1p(ratio), log1mX: -Math.log1p(ratio) };
}

/** P(F ≥ f), accurate in the far tail. R: pf(f, df1, df2, lower.tail = FALSE). */
export function fSurvival(f: number, df1: number, df2: number): number {
  if (!(f > 0)) return f <= 0 ? 1 : NaN;
  if (f === Infinity) return 0;
  const { logX, log1mX } = logsOf(f, df1, df2);
  return regularizedIncompleteBeta(log1mX, logX, df2 / 2, df1 / 2);
}

/** Beyond this noncentrality all but one of the numerator's squares count with their mean. */
const seriesUpTo = 40_000;

/**
 * P(χ²_df2 ≥ df2 X / (df1 f)), X = (Z + √λ)² + df1 − 1, averaged over Z by the trapezoidal rule:
 * right to about df1 / λ.
 */
function byQuadrature(f: number, df1: number, df2: number, ncp: number): number {
  const root = Math.sqrt(ncp);
  const step = Math.max(0.002, Math.min(0.25, (0.1 * root) / Math.sqrt(2 * df2)));
  let sum = 0;
  for (let z = -9; z <= 9; z += step)
    sum +=
      Math.exp(-0.5 * z * z) *
      chiSquareSurvival((((z + root) ** 2 + df1 - 1) * df2) / (df1 * f), df2);
  return Math.min(1, (sum * step) / Math.sqrt(2 * Math.PI));
}

/**
 * P(F ≤ f) of the noncentral distribution: incomplete betas weighted by a Poisson distribution with
 * mean λ/2 (Johnson, Kotz & Balakrishnan 30.4). R: pf(f, df1, df2, ncp), to more digits.
 */
export function noncentralFCdf(f: number, df1: number, df2: number, ncp: number): number {
  if (!(f > 0)) return 0;
  const logs = logsOf(f, df1, df2);
  if (ncp === 0) return regularizedIncompleteBeta(logs.logX, logs.log1mX, df1 / 2, df2 / 2);
  if (ncp > seriesUpTo) return byQuadrature(f, df1, df2, ncp);
  return Math.min(1, poissonBetaSum({ mean: ncp / 2, shift: 1, ...logs, a: df1 / 2, b: df2 / 2 }));
}

/** The f with P(F ≥ f) = p. R: qf(p, df1, df2, lower.tail = FALSE). */
export const fUpperQuantile = (p: number, df1: number, df2: number): number =>
  Math.exp(findRoot((u) => fSurvival(Math.exp(u), df1, df2) - p, 0));
