import { findRoot } from '../numerics/find-root.ts';
import { logGamma } from '../numerics/gamma.ts';
import { normalSurvival } from './normal.ts';

const innerStep = 0.25;
const lowest = -8;
/** Φ and φ on the grid, as far as they differ from 1 and 0. */
const grid = Array.from({ length: 68 }, (_, i) => lowest + i * innerStep).map((z) => ({
  z,
  below: normalSurvival(-z),
  density: density(z),
}));
function density(z: number): number {
  return Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
}

/**
 * P(range of k standard normal values ≥ w) = k ∫ φ(z) {Φ(z)^(k−1) − [Φ(z) − Φ(z − w)]^(k−1)} dz, by
 * the trapezoidal rule, which converges exponentially here.
 */
function rangeSurvival(w: number, k: number): number {
  if (!(w > 0)) return 1;
  if (w > 80) return 0;
  let sum = 0;
  for (let i = 0; ; i++) {
    const {
      z,
      below,
      density: height,
    } = grid[i] ?? {
      z: lowest + i * innerStep,
      below: 1,
      density: density(lowest + i * innerStep),
    };
    if (z > 9 + w / 2) break;
    const share = normalSurvival(w - z) / below;
    if (share === 0) continue;
    sum += height * below ** (k - 1) * (share >= 1 ? 1 : -Math.expm1((k - 1) * Math.log1p(-share)));
  }
  return Math.min(1, k * sum * innerStep);
}

/**
 * P(Q ≥ q) of the studentized range of k means with df degrees of freedom, accurate in the tail.
 * The standard deviation is
 * integrated over its logarithm. R: ptukey(q, k, df, lower.tail = FALSE), to more digits.
 */
export function studentizedRangeSurvival(q: number, k: number, df: number): number {
  if (!(q > 0)) return q <= 0 ? 1 : NaN;
  if (q === Infinity) return 0;
  if (Number.isNaN(df)) return NaN;
  if (df > 1e6) return rangeSurvival(q, k);
  const front = Math.LN2 + (df / 2) * Math.log(df / 2) - logGamma(df / 2);
  const step = Math.min(0.12, 0.4 / Math.sqrt(df));
  // The tail of a range w falls as exp(−w²/4), so the product of the weight of s = e^x and the tail
  // at q s is largest about here: far below s = 1 where q is large.
  const top = -0.5 * Math.log1p((q * q) / (2 * df));
  const weight = (x: number): number =>
    Math.exp(front + df * x - (df / 2) * Math.exp(2 * x)) * rangeSurvival(q * Math.exp(x), k);
  const [below, above] = [-1, 1].map((side) => {
    let [total, largest] = [0, 0];
    for (let i = side === 1 ? 0 : 1; i < 2000; i++) {
      const term = weight(top + side * i * step);
      total += term;
      largest = Math.max(largest, term);
      if (i > 2 && term <= 1e-17 * largest) break;
    }
    return total;
  });
  return Math.min(1, ((below ?? 0) + (above ?? 0)) * step);
}

/** The q with P(Q ≥ q) = p. R: qtukey(p, k, df, lower.tail = FALSE). */
export const studentizedRangeUpperQuantile = (p: number, k: number, df: number): number =>
  Math.exp(findRoot((x) => studentizedRangeSurvival(Math.exp(x), k, df) - p, 1.3, -20));
