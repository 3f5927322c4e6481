import { logBeta } from '../numerics/gamma.ts';
import { regularizedIncompleteBeta } from '../numerics/incomplete-beta.ts';
import { normalQuantile } from './normal.ts';

/**
 * P(|T| ≥ |t|) for Student's t with df degrees of freedom, accurate in the far tail. R: 2 *
 * pt(-abs(t), df).
 */
export function studentTTwoSided(t: number, df: number): number {
  const ratio = (t * t) / df;
  if (ratio === Infinity) return 0;
  const logX = -Math.log1p(ratio);
  const log1mX = ratio === 0 ? -Infinity : Math.log(ratio) - Math.log1p(ratio);
  return regularizedIncompleteBeta(logX, log1mX, df / 2, 0.5);
}

/** P(T ≤ t). R: pt(t, df). */
export function studentTCdf(t: number, df: number): number {
  const half = studentTTwoSided(t, df) / 2;
  return t < 0 ? half : 1 - half;
}

function logDensity(t: number, df: number): number {
  return -0.5 * Math.log(df) - logBeta(df / 2, 0.5) - ((df + 1) / 2) * Math.log1p((t * t) / df);
}

/** The t with P(T ≤ t) = p, 0 < p < 1, by Newton's method on the tail. R: qt(p, df). */
export function studentTQuantile(p: number, df: number): number {
  if (p === 0.5) return 0;
  const sign = p < 0.5 ? -1 : 1;
  const target = 2 * Math.min(p, 1 - p);
  const z = Math.abs(normalQuantile(Math.min(p, 1 - p)));
  let t = df === 1 ? 1 / Math.tan((Math.PI * target) / 2) : z * (1 + (z * z + 1) / (4 * df));
  for (let i = 0; i < 200; i++) {
    const survival = studentTTwoSided(t, df);
    // Newton on ln P keeps the step sensible far out.
    const step =
      ((Math.log(survival) - Math.log(target)) * survival) / (2 * Math.exp(logDensity(t, df)));
    const next = t + step > 0 ? t + step : t / 2;
    const done = Math.abs(next - t) <= 1e-15 * Math.abs(next);
    t = next;
    if (done) break;
  }
  return sign * t;
}
