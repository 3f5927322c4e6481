import { logGamma } from '../numerics/gamma.ts';

/**
 * P(√n D ≥ x) as n grows: 2 Σ (−1)^(k−1) exp(−2 k² x²), and for small x the theta series of its
 * complement. R: psmirnov's limit.
 */
export function kolmogorovLimitSurvival(x: number): number {
  if (x <= 0) return 1;
  if (x < 1) {
    let cdf = 0;
    for (let k = 1; k < 60; k += 2) cdf += Math.exp((-k * k * Math.PI ** 2) / (8 * x * x));
    return 1 - (cdf * Math.sqrt(2 * Math.PI)) / x;
  }
  let sum = 0;
  for (let k = 1; k < 30; k++) sum += (k % 2 === 1 ? 2 : -2) * Math.exp(-2 * k * k * x * x);
  return sum;
}

/** P(D+ ≥ d) of one sample of n, exactly (Birnbaum & Tingey 1951). */
export function smirnovSurvival(d: number, n: number): number {
  if (d <= 0) return 1;
  if (d >= 1) return 0;
  let sum = 0;
  for (let j = 0; j <= Math.floor(n * (1 - d)); j++) {
    const rest = 1 - d - j / n;
    if (rest <= 0 && j < n) continue;
    sum += Math.exp(
      logGamma(n + 1) -
        logGamma(j + 1) -
        logGamma(n - j + 1) +
        (j - 1) * Math.log(d + j / n) +
        (j === n ? 0 : (n - j) * Math.log(rest)),
    );
  }
  return Math.min(1, d * sum);
}

/**
 * P(D ≥ d) of one sample of n, exactly: Marsaglia, Tsang & Wang (2003) in the middle, twice the
 * one-sided tail where that holds to ten digits. R: ks.test(x, "pnorm", …, exact = TRUE).
 */
export function kolmogorovSurvival(d: number, n: number): number {
  if (d <= 0) return 1;
  if (d >= 1) return 0;
  if (d >= 0.5 || n * d * d > 3.5) return Math.min(1, 2 * smirnovSurvival(d, n));
  const k = Math.ceil(n * d);
  const h = k - n * d;
  const m = 2 * k - 1;
  const matrix = Array.from({ length: m }, (_, i) =>
    Array.from({ length: m }, (__, j): number => (i - j + 1 < 0 ? 0 : 1)),
  );
  const set = (i: number, j: number, change: number): void => {
    const row = matrix[i];
    if (row !== undefined) row[j] = (row[j] ?? 0) + change;
  };
  for (let i = 0; i < m; i++) {
    set(i, 0, -(h ** (i + 1)));
    set(m - 1, i, -(h ** (m - i)));
  }
  set(m - 1, 0, 2 * h - 1 > 0 ? (2 * h - 1) ** m : 0);
  for (let i = 0; i < m; i++)
    for (let j = 0; j < m; j++)
      if (i - j + 1 > 0) set(i, j, (matrix[i]?.[j] ?? 0) * (Math.exp(-logGamma(i - j + 2)) - 1));
  const { power, exponent } = raise(matrix, n);
  let cdf = power[k - 1]?.[k - 1] ?? 0;
  let shift = exponent;
  for (let i = 1; i <= n; i++) {
    cdf = (cdf * i) / n;
    if (cdf < 1e-140) {
      cdf *= 1e140;
      shift -= 140;
    }
  }
  return Math.min(1, Math.max(0, 1 - cdf * 10 ** shift));
}

const multiply = (a: readonly number[][], b: readonly number[][]): number[][] =>
  a.map((row) =>
    row.map((_, j) => row.reduce((sum, value, k) => sum + value * (b[k]?.[j] ?? 0), 0)),
  );

/** A power of a matrix times 10^exponent, kept within a double. */
function raise(matrix: number[][], n: number): { power: number[][]; exponent: number } {
  if (n === 1) return { power: matrix, exponent: 0 };
  const half = raise(matrix, Math.floor(n / 2));
  let power = multiply(half.power, half.power);
  let exponent = 2 * half.exponent;
  if (n % 2 === 1) power = multiply(matrix, power);
  const middle = Math.floor(matrix.length / 2);
  if ((power[middle]?.[middle] ?? 0) > 1e140) {
    power = power.map((row) => row.map((value) => value * 1e-140));
    exponent += 140;
  }
  return { power, exponent };
}

/**
 * P(D ≥ d) of two samples, exactly, given which values are tied: the share of the paths through the
 * grid that leave the band,
 * by adding only. `sizes` are how many values are tied at each place, in ascending order. R:
 * psmirnov(d, sizes, z, lower.tail = FALSE).
 */
export function twoSampleKolmogorovSurvival(
  d: number,
  n: number,
  m: number,
  ties: readonly number[],
): number {
  const checked = new Uint8Array(n + m + 1);
  let place = 0;
  for (const size of ties) checked[(place += size)] = 1;
  // Differences are multiples of 1 / (n m); half of one is the tolerance.
  const least = Math.round(d * n * m) - 0.5;
  let row = new Float64Array(m + 1);
  for (let i = 0; i <= n; i++) {
    const next = new Float64Array(m + 1);
    for (let j = 0; j <= m; j++) {
      const out = checked[i + j] === 1 && Math.abs(i * m - j * n) > least;
      if (out) next[j] = 1;
      else if (i + j > 0)
        next[j] =
          ((i === 0 ? 0 : i * (row[j] ?? 0)) + (j === 0 ? 0 : j * (next[j - 1] ?? 0))) / (i + j);
    }
    row = next;
  }
  return row[m] ?? NaN;
}
