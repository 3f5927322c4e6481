import { findRoot } from '../numerics/find-root.ts';
import { logGamma } from '../numerics/gamma.ts';
import { regularizedIncompleteBeta } from '../numerics/incomplete-beta.ts';

/** P(X = k). R: dbinom(k, n, p). */
export function binomialDensity(k: number, n: number, p: number): number {
  if (p === 0 || p === 1) return k === (p === 0 ? 0 : n) ? 1 : 0;
  return Math.exp(
    logGamma(n + 1) -
      logGamma(k + 1) -
      logGamma(n - k + 1) +
      k * Math.log(p) +
      (n - k) * Math.log1p(-p),
  );
}

const beta = (p: number, a: number, b: number): number =>
  regularizedIncompleteBeta(Math.log(p), Math.log1p(-p), a, b);

/** P(X ≤ k). R: pbinom(k, n, p). */
export const binomialCdf = (k: number, n: number, p: number): number =>
  k < 0 ? 0 : k >= n ? 1 : beta(1 - p, n - k, k + 1);
/** P(X ≥ k), accurate in the tail. R: pbinom(k − 1, n, p, lower.tail = FALSE). */
export const binomialSurvival = (k: number, n: number, p: number): number =>
  k <= 0 ? 1 : k > n ? 0 : beta(p, k, n - k + 1);

/** The x with I_x(a, b) = p. R: qbeta(p, a, b). */
export const betaQuantile = (p: number, a: number, b: number): number =>
  1 / (1 + Math.exp(-betaLogit(p, a, b)));

/** The x with 1 − I_x(a, b) = p, which keeps the digits of a small p. R: qbeta(p, a, b, FALSE). */
export const betaUpperQuantile = (p: number, a: number, b: number): number =>
  1 / (1 + Math.exp(betaLogit(p, b, a)));

/** log x − log (1 − x) of that x. */
const betaLogit = (p: number, a: number, b: number): number =>
  findRoot(
    (x) => regularizedIncompleteBeta(-Math.log1p(Math.exp(-x)), -Math.log1p(Math.exp(x)), a, b) - p,
    Math.log(a / b),
  );
