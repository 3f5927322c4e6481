/**
 * Where a type 7 quantile lies among n sorted values: between two 0-based ranks, `weight` of the
 * way.
 */
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
  return {
    lower,
    upper: weight > 0 ? Math.min(lower + 1, n - 1) : lower,
    weight: weight < 1e-12 ? 0 : weight,
  };
}

/** Between two neighbouring order statistics, without overflow and exact at both ends. */
export function interpolate(low: number, high: number, weight: number): number {
  if (weight === 0 || low === high) return low;
  const span = high - low;
  if (span === Infinity) return low * (1 - weight) + high * weight;
  return weight <= 0.5 ? low + weight * span : high - (1 - weight) * span;
}

/**
 * Makes the median absolute deviation estimate the sd of a normal sample: 1 / Φ⁻¹(3/4), as R's
 * mad().
 */
export const madConstant = 1.4826;

/** Tukey's fences: 1.5 IQR beyond the quartiles. */
export function tukeyFences(q1: number, q3: number): { low: number; high: number } {
  const reach = 1.5 * (q3 - q1);
  return { low: q1 - reach, high: q3 + reach };
}

export const quantileTypes = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
export type QuantileType = (typeof quantileTypes)[number];

/** a and b of the types that interpolate. */
const continuous: Readonly<Partial<Record<QuantileType, readonly [number, number]>>> = {
  4: [0, 1],
  5: [0.5, 0.5],
  6: [0, 0],
  8: [1 / 3, 1 / 3],
  9: [0.375, 0.375],
};

/**
 * The nine definitions of Hyndman & Fan (1996): which two of n sorted values, and how far between.
 * R: quantile(x, p, type).
 */
export function positionOfType(n: number, p: number, type: QuantileType): QuantilePosition {
  if (type === 7) return quantilePosition(n, p);
  const within = (rank: number): number => Math.min(n - 1, Math.max(0, rank - 1));
  const fuzz = 4 * Number.EPSILON;
  if (type <= 3) {
    const np = type === 3 ? n * p - 0.5 : n * p;
    const j = Math.floor(np + fuzz);
    const above = np > j + fuzz * Math.max(1, np);
    const weight =
      type === 1
        ? above
          ? 1
          : 0
        : type === 2
          ? above
            ? 1
            : 0.5
          : Math.abs(np - j) <= fuzz * Math.max(1, np) && j % 2 === 0
            ? 0
            : 1;
    return { lower: within(j), upper: within(j + 1), weight };
  }
  const [a, b] = continuous[type] ?? [1, 1];
  const np = a + p * (n + 1 - a - b);
  const j = Math.floor(np + fuzz * Math.max(1, np));
  const rest = np - j;
  return {
    lower: within(j),
    upper: within(j + 1),
    weight: Math.abs(rest) < fuzz * Math.max(1, np) ? 0 : rest,
  };
}
