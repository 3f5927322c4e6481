import { logGamma } from './gamma.ts';

const steps = 100_000;

/**
 * Upper regularized incomplete gamma function Q(a, x): series below a + 1, Lentz's continued
 * fraction above (DLMF 8.11.4, 8.9.2). R: pgamma(x, a, lower.tail = FALSE).
 */
export function regularizedGammaQ(a: number, x: number): number {
  if (x <= 0) return 1;
  if (x === Infinity) return 0;
  if (x < a + 1) return 1 - lowerSeries(a, x);
  const front = frontOf(a, x);
  const tiny = 1e-300;
  let b = x + 1 - a;
  let c = 1 / tiny;
  let d = 1 / b;
  let h = d;
  for (let n = 1; n < steps; n++) {
    const an = -n * (n - a);
    b += 2;
    d = an * d + b;
    d = 1 / (Math.abs(d) < tiny ? tiny : d);
    c = b + an / c;
    if (Math.abs(c) < tiny) c = tiny;
    const step = d * c;
    h *= step;
    if (Math.abs(step - 1) < 1e-16) break;
  }
  return front * h;
}

/** The lower one, with the digits of a small value. R: pgamma(x, a). */
export const regularizedGammaP = (a: number, x: number): number =>
  x > 0 && x < a + 1 ? lowerSeries(a, x) : 1 - regularizedGammaQ(a, x);

const frontOf = (a: number, x: number): number => Math.exp(a * Math.log(x) - x - logGamma(a));

function lowerSeries(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let n = 1; n < steps && Math.abs(term) > 1e-17 * Math.abs(sum); n++) {
    term *= x / (a + n);
    sum += term;
  }
  return frontOf(a, x) * sum;
}
