import { logBeta } from './gamma.ts';

/**
 * Regularized incomplete beta function I_x(a, b), by Lentz's continued fraction (DLMF 8.17.22).
 * Takes ln x and ln(1 − x), so that a tail keeps its digits. Equals R's pbeta(x, a, b).
 */
export function regularizedIncompleteBeta(
  logX: number,
  log1mX: number,
  a: number,
  b: number,
): number {
  if (logX === -Infinity) return 0;
  if (log1mX === -Infinity) return 1;
  const x = Math.exp(logX);
  // The fraction converges fast below the mean; above it the complement is the small one.
  if (x > (a + 1) / (a + b + 2)) return 1 - tail(log1mX, logX, b, a);
  return tail(logX, log1mX, a, b);
}

function tail(logX: number, log1mX: number, a: number, b: number): number {
  const front = Math.exp(a * logX + b * log1mX - logBeta(a, b)) / a;
  return front * continuedFraction(Math.exp(logX), a, b);
}

function continuedFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  let c = 1;
  let d = 1 - ((a + b) * x) / (a + 1);
  d = 1 / (Math.abs(d) < tiny ? tiny : d);
  let h = d;
  for (let m = 1; m <= 100_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / notZero(1 + even * d, tiny);
    c = notZero(1 + even / c, tiny);
    h *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / notZero(1 + odd * d, tiny);
    c = notZero(1 + odd / c, tiny);
    const step = d * c;
    h *= step;
    if (Math.abs(step - 1) < 1e-16) break;
  }
  return h;
}

const notZero = (value: number, tiny: number): number => (Math.abs(value) < tiny ? tiny : value);
