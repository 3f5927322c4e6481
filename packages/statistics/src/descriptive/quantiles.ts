/** Where a type 7 quantile lies among n sorted values: between two 0-based ranks, `weight` of the way. */
export interface QuantilePosition {
  readonly lower: number;
  readonly upper: number;
  readonly weight: number;
}

/** Type 7 (Hyndman & Fan 1996), h = (n − 1) p. R: quantile(x, p, type = 7); NumPy's default. */
export function quantilePosition(n: number, p: number): QuantilePosition {
  const h = (n - 1) * p;
  // A product that is whole but for rounding names one value, not two.
  const lower = Math.floor(h + 4 * Number.EPSILON * Math.max(1, h));
  const weight = Math.max(0, h - lower);
  return { lower, upper: weight > 0 ? Math.min(lower + 1, n - 1) : lower, weight: weight < 1e-12 ? 0 : weight };
}

/** Between two neighbouring order statistics, without overflow and exact at both ends. */
export function interpolate(low: number, high: number, weight: number): number {
  if (weight === 0 || low === high) return low;
  const span = high - low;
  if (span === Infinity) return low * (1 - weight) + high * weight;
  return weight <= 0.5 ? low + weight * span : high - (1 - weight) * span;
}

/** Makes the median absolute deviation estimate the sd of a normal sample: 1 / Φ⁻¹(3/4), as R's mad(). */
export const madConstant = 1.4826;

/** Tukey's fences: 1.5 IQR beyond the quartiles. */
export function tukeyFences(q1: number, q3: number): { low: number; high: number } {
  const reach = 1.5 * (q3 - q1);
  return { low: q1 - reach, high: q3 + reach };
}
