import { findRoot } from '../numerics/find-root.ts';
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

/** P(F ≤ f) of the noncentral distribution: incomplete betas weighted by a Poisson distribution with mean λ/2 (Johnson, Kotz & Balakrishnan 30.4). R: pf(f, df1, df2, ncp), to more digits. */
export function noncentralFCdf(f: number, df1: number, df2: number, ncp: number): number {
  if (!(f > 0)) return 0;
  const logs = logsOf(f, df1, df2);
  if (ncp === 0) return regularizedIncompleteBeta(logs.logX, logs.log1mX, df1 / 2, df2 / 2);
  return Math.min(1, poissonBetaSum({ mean: ncp / 2, shift: 1, ...logs, a: df1 / 2, b: df2 / 2 }));
}

/** The f with P(F ≥ f) = p. R: qf(p, df1, df2, lower.tail = FALSE). */
export const fUpperQuantile = (p: number, df1: number, df2: number): number => Math.exp(findRoot((u) => fSurvival(Math.exp(u), df1, df2) - p, 0));
