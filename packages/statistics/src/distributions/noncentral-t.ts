import { regularizedIncompleteBeta } from '../numerics/incomplete-beta.ts';
import { regularizedGammaP } from '../numerics/incomplete-gamma.ts';
import { poissonBetaSum } from '../numerics/poisson-beta.ts';
import { chiSquareSurvival } from './chi-square.ts';
import { normalSurvival } from './normal.ts';

/** Beyond this the series needs ever more terms; R ends here. */
const seriesUpTo = 37.62;

/**
 * P(Z + δ ≤ t s) = ∫ φ(z) P(s ≥ (z + δ) / t) dz, s² = χ²/df, by the trapezoidal rule, which
 * converges exponentially; of a t below 0 s is at most that. A small tail keeps its digits.
 */
function byQuadrature(t: number, df: number, delta: number, reach = 9): number {
  if (t === 0) return normalSurvival(delta);
  const step = Math.max(0.002, Math.min(0.25, (0.2 * Math.abs(t)) / Math.sqrt(2 * df)));
  let sum = 0;
  for (let z = -reach; z <= reach; z += step) {
    const s = (z + delta) / t;
    const share =
      t > 0
        ? s <= 0
          ? 1
          : chiSquareSurvival(df * s * s, df)
        : s <= 0
          ? 0
          : regularizedGammaP(df / 2, (df * s * s) / 2);
    sum += Math.exp(-0.5 * z * z) * share;
  }
  return Math.min(1, (sum * step) / Math.sqrt(2 * Math.PI));
}

/** P(T ≤ t) with noncentrality δ, of a tail so small that 1 less the other has no digits of it. */
export const noncentralTFarTail = (t: number, df: number, delta: number): number =>
  byQuadrature(t, df, delta, 13);

/**
 * P(T ≤ t) with noncentrality δ. The series of Lenth (1989), algorithm AS 243. R: pt(t, df, ncp).
 */
export function noncentralTCdf(t: number, df: number, delta: number): number {
  if (t < 0) return 1 - noncentralTCdf(-t, df, -delta);
  if (Math.abs(delta) > seriesUpTo) return byQuadrature(t, df, delta);
  const below = normalSurvival(delta);
  if (t === 0) return below;
  const ratio = (t * t) / df;
  const logX = Math.log(ratio) - Math.log1p(ratio);
  const log1mX = -Math.log1p(ratio);
  const half = (delta * delta) / 2;
  if (half === 0) return below + 0.5 * regularizedIncompleteBeta(logX, log1mX, 0.5, df / 2);
  const sums = { mean: half, logX, log1mX, b: df / 2 };
  const even = poissonBetaSum({ ...sums, shift: 1, a: 0.5 });
  const odd = poissonBetaSum({ ...sums, shift: 1.5, a: 1 });
  return Math.min(1, Math.max(0, below + (even + (delta / Math.SQRT2) * odd) / 2));
}
