import { CompensatedSum } from '../numerics/compensated-sum.ts';
import {
  kolmogorovLimitSurvival,
  kolmogorovSurvival,
  twoSampleKolmogorovSurvival,
} from '../distributions/kolmogorov.ts';
import { normalSurvival } from '../distributions/normal.ts';

/** Standard scores of sorted values, with their own mean and standard deviation. */
export function sortedScores(values: Float64Array): Float64Array {
  const x = Float64Array.from(values).sort();
  const n = x.length;
  const middle = x[Math.floor(n / 2)] ?? 0;
  const mean = new CompensatedSum();
  for (const value of x) mean.add((value - middle) / n);
  const squares = new CompensatedSum();
  for (const value of x) squares.add((value - middle - mean.total) ** 2);
  const sd = Math.sqrt(squares.total / (n - 1));
  return x.map((value) => (value - middle - mean.total) / sd);
}

/**
 * Anderson–Darling test of normality, mean and variance unknown; p after Stephens (1986). n ≥ 8. R:
 * nortest::ad.test(x).
 */
export function andersonDarling(values: Float64Array): { a: number; p: number } {
  const z = sortedScores(values);
  const n = z.length;
  const sum = new CompensatedSum();
  for (let i = 0; i < n; i++)
    sum.add(
      (2 * i + 1) *
        (Math.log(normalSurvival(-(z[i] ?? NaN))) + Math.log(normalSurvival(z[n - 1 - i] ?? NaN))),
    );
  const a = -n - sum.total / n;
  const s = (1 + 0.75 / n + 2.25 / n ** 2) * a;
  if (s < 0.2) return { a, p: 1 - Math.exp(-13.436 + 101.14 * s - 223.73 * s * s) };
  if (s < 0.34) return { a, p: 1 - Math.exp(-8.318 + 42.796 * s - 59.938 * s * s) };
  if (s < 0.6) return { a, p: Math.exp(0.9177 - 4.279 * s - 1.38 * s * s) };
  return { a, p: s < 10 ? Math.exp(1.2937 - 5.709 * s + 0.0186 * s * s) : 3.7e-24 };
}

/**
 * Largest distance between the empirical and the standard normal distribution function of sorted
 * scores.
 */
function distance(z: Float64Array): number {
  const n = z.length;
  let d = 0;
  for (let i = 0; i < n; i++) {
    const below = normalSurvival(-(z[i] ?? NaN));
    d = Math.max(d, (i + 1) / n - below, below - i / n);
  }
  return d;
}

/**
 * Lilliefors' test of normality, mean and variance unknown; p after Dallal & Wilkinson (1986),
 * above 0.1 after Stephens (1974). n ≥ 5. R: nortest::lillie.test(x).
 */
export function lilliefors(values: Float64Array): { d: number; p: number } {
  const n = values.length;
  const d = distance(sortedScores(values));
  const [k, m] = n <= 100 ? [d, n] : [d * (n / 100) ** 0.49, 100];
  const p = Math.exp(
    -7.01256 * k * k * (m + 2.78019) +
      2.99587 * k * Math.sqrt(m + 2.78019) -
      0.122119 +
      0.974598 / Math.sqrt(m) +
      1.67997 / m,
  );
  if (p <= 0.1) return { d, p };
  const s = (Math.sqrt(n) - 0.01 + 0.85 / Math.sqrt(n)) * d;
  if (s <= 0.302) return { d, p: 1 };
  if (s <= 0.5)
    return {
      d,
      p: 2.76773 - 19.828315 * s + 80.709644 * s ** 2 - 138.55152 * s ** 3 + 81.218052 * s ** 4,
    };
  if (s <= 0.9)
    return {
      d,
      p: -4.901232 + 40.662806 * s - 97.490286 * s ** 2 + 94.029866 * s ** 3 - 32.355711 * s ** 4,
    };
  if (s <= 1.31)
    return {
      d,
      p: 6.198765 - 19.558097 * s + 23.186922 * s ** 2 - 12.234627 * s ** 3 + 2.423045 * s ** 4,
    };
  return { d, p: 0 };
}

export interface Kolmogorov {
  readonly d: number;
  readonly p: number;
  readonly exact: boolean;
}

/**
 * One sample against a distribution given whole; `below` are its P(X ≤ x) at the values. Exact for
 * fewer than 100 untied values. R: ks.test(x, "pnorm", mean, sd).
 */
export function kolmogorovOneSample(below: Float64Array): Kolmogorov {
  const u = Float64Array.from(below).sort();
  const n = u.length;
  let d = 0;
  let tied = false;
  for (let i = 0; i < n; i++) {
    const at = u[i] ?? NaN;
    d = Math.max(d, (i + 1) / n - at, at - i / n);
    tied ||= i > 0 && at === u[i - 1];
  }
  const exact = n < 100 && !tied;
  return {
    d,
    p: exact ? kolmogorovSurvival(d, n) : kolmogorovLimitSurvival(Math.sqrt(n) * d),
    exact,
  };
}

/** Largest distance of the empirical distributions of two sorted samples. */
export function kolmogorovDistance(x: Float64Array, y: Float64Array): number {
  let [i, j, most] = [0, 0, 0];
  while (i < x.length && j < y.length) {
    const value = Math.min(x[i] ?? NaN, y[j] ?? NaN);
    while (i < x.length && x[i] === value) i += 1;
    while (j < y.length && y[j] === value) j += 1;
    most = Math.max(most, Math.abs(i / x.length - j / y.length));
  }
  return most;
}

/** p of this distance, by the limit for large samples. R: ks.test(x, y, exact = FALSE). */
export const twoSampleKolmogorovLimit = (d: number, n: number, m: number): number =>
  kolmogorovLimitSurvival(d * Math.sqrt((n * m) / (n + m)));

/**
 * Two samples; exact, ties considered, where the product of the sizes is below 10,000. R:
 * ks.test(x, y).
 */
export function kolmogorovTwoSample(x: Float64Array, y: Float64Array): Kolmogorov {
  const [n, m] = [x.length, y.length];
  const all = [
    ...Array.from(x, (value) => ({ value, first: true })),
    ...Array.from(y, (value) => ({ value, first: false })),
  ].sort((a, b) => a.value - b.value);
  let [i, j, most] = [0, 0, 0];
  const ties: number[] = [];
  for (let start = 0; start < all.length;) {
    let end = start;
    for (; end < all.length && all[end]?.value === all[start]?.value; end++) {
      if (all[end]?.first === true) i += 1;
      else j += 1;
    }
    most = Math.max(most, Math.abs(i * m - j * n));
    ties.push(end - start);
    start = end;
  }
  const d = most / (n * m);
  const exact = n * m < 10_000;
  return {
    d,
    p: exact
      ? twoSampleKolmogorovSurvival(d, n, m, ties)
      : kolmogorovLimitSurvival(d * Math.sqrt((n * m) / (n + m))),
    exact,
  };
}
