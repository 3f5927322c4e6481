import { normalQuantile, normalSurvival } from '../distributions/normal.ts';

const polynomial = (coefficients: readonly number[], x: number): number =>
  coefficients.reduceRight((sum, c) => sum * x + c, 0);

/**
 * Shapiro–Wilk W of 3 to 5000 values that are not all equal. Royston (1995), algorithm AS R94.
 * `values` in any order.
 * R: shapiro.test(x).
 */
export function shapiroWilk(values: Float64Array): { w: number; p: number } {
  const n = values.length;
  const x = Float64Array.from(values).sort();
  const range = (x[n - 1] ?? NaN) - (x[0] ?? NaN);
  const half = Math.floor(n / 2);
  const a = weightsOf(n, half);
  // Places within the range, from its middle: as large as the values differ.
  const middle = x[half] ?? 0;
  const places = x.map((value) => (value - middle) / range);
  const mean = places.reduce((sum, value) => sum + value, 0) / n;
  let [ssa, ssx, sax] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const j = n - 1 - i;
    const weight = i === j ? 0 : Math.sign(i - j) * (a[Math.min(i, j)] ?? 0);
    const deviation = (places[i] ?? NaN) - mean;
    ssa += weight * weight;
    ssx += deviation * deviation;
    sax += weight * deviation;
  }
  // 1 − W without cancellation.
  const root = Math.sqrt(ssa * ssx);
  const rest = ((root - sax) * (root + sax)) / (ssa * ssx);
  return { w: 1 - rest, p: pOf(rest, n) };
}

function weightsOf(n: number, half: number): number[] {
  if (n === 3) return [Math.SQRT1_2];
  const m = Array.from({ length: half }, (_, i) => normalQuantile((i + 1 - 0.375) / (n + 0.25)));
  const total = 2 * m.reduce((sum, value) => sum + value * value, 0);
  const [m1 = 0, m2 = 0] = m;
  const u = 1 / Math.sqrt(n);
  const a1 =
    polynomial([0, 0.221157, -0.147981, -2.07119, 4.434685, -2.706056], u) - m1 / Math.sqrt(total);
  if (n <= 5) {
    const phi = Math.sqrt((total - 2 * m1 ** 2) / (1 - 2 * a1 ** 2));
    return m.map((value, i) => (i === 0 ? a1 : -value / phi));
  }
  const a2 =
    -m2 / Math.sqrt(total) +
    polynomial([0, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633], u);
  const phi = Math.sqrt((total - 2 * m1 ** 2 - 2 * m2 ** 2) / (1 - 2 * a1 ** 2 - 2 * a2 ** 2));
  return m.map((value, i) => (i === 0 ? a1 : i === 1 ? a2 : -value / phi));
}

function pOf(rest: number, n: number): number {
  if (n === 3)
    return Math.max(
      0,
      (6 / Math.PI) * (Math.asin(Math.sqrt(1 - rest)) - Math.asin(Math.sqrt(0.75))),
    );
  const log = Math.log(n);
  const y = Math.log(rest);
  if (n <= 11) {
    const gamma = polynomial([-2.273, 0.459], n);
    if (y >= gamma) return 1e-99;
    const mean = polynomial([0.544, -0.39978, 0.025054, -6.714e-4], n);
    const sd = Math.exp(polynomial([1.3822, -0.77857, 0.062767, -0.0020322], n));
    return normalSurvival((-Math.log(gamma - y) - mean) / sd);
  }
  const mean = polynomial([-1.5861, -0.31082, -0.083751, 0.0038915], log);
  const sd = Math.exp(polynomial([-0.4803, -0.082676, 0.0030302], log));
  return normalSurvival((y - mean) / sd);
}
