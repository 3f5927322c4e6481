import { CompensatedSum } from '../numerics/compensated-sum.ts';
import { powerOfTwoNear } from '../numerics/power-of-two.ts';

export interface WeightedFigures {
  readonly sum_of_weights: number;
  readonly mean: number;
  /**
   * With reliability weights, unbiased: divisor 1 − Σ w². null for one value. R: cov.wt(x, w /
   * sum(w)).
   */
  readonly sd: number | null;
  /** Kish's effective number of values, (Σ w)² / Σ w². */
  readonly effective_n: number;
}

/**
 * Mean and standard deviation with weights above 0, one of each value; n ≥ 1. R: weighted.mean(x,
 * w), cov.wt(x, w, method = "unbiased").
 */
export function weightedFigures(values: Float64Array, weights: Float64Array): WeightedFigures {
  // In units of powers of two, which change no digit, no product leaves the range of a double.
  const [heaviest, first] = [largestOf(weights), values[0] ?? 0];
  const shares = weights.map((weight) => weight / heaviest);
  const far = largestOf(values.map((value) => value - first));
  const distances = values.map((value) => (value - first) / far);
  const total = sumOf(shares, (share) => share);
  const offset = sumOf(shares, (share, i) => share * (distances[i] ?? NaN)) / total;
  const squares = sumOf(shares, (share) => (share / total) ** 2);
  const spread = sumOf(
    shares,
    (share, i) => (share / total) * ((distances[i] ?? NaN) - offset) ** 2,
  );
  return {
    sum_of_weights: total * heaviest,
    mean: first + offset * far,
    sd: squares < 1 ? Math.sqrt(spread / (1 - squares)) * far : null,
    effective_n: 1 / squares,
  };
}

/** Σ w x, with weights of one of each value. R: sum(w * x). */
export function weightedSum(values: Float64Array, weights: Float64Array): number {
  const [heaviest, far] = [largestOf(weights), largestOf(values)];
  const shares = weights.map((weight) => weight / heaviest);
  return sumOf(values, (value, i) => (value / far) * (shares[i] ?? NaN)) * far * heaviest;
}

export interface WeightedGroup {
  readonly code: number;
  readonly n: number;
  readonly sum_of_weights: number;
  readonly share: number;
}

/**
 * Share of each code in the weights, all above 0; n ≥ 1. Groups are in the order of their codes. R:
 * prop.table(xtabs(w ~ x)).
 */
export function weightedShares(
  codes: Float64Array,
  weights: Float64Array,
): {
  readonly groups: readonly WeightedGroup[];
  readonly sum_of_weights: number;
  readonly effective_n: number;
} {
  const heaviest = largestOf(weights);
  const sums = new Map<number, { n: number; readonly sum: CompensatedSum }>();
  codes.forEach((code, i) => {
    const group = sums.get(code) ?? { n: 0, sum: new CompensatedSum() };
    group.n += 1;
    group.sum.add((weights[i] ?? NaN) / heaviest);
    sums.set(code, group);
  });
  const total = sumOf(weights, (weight) => weight / heaviest);
  return {
    groups: [...sums]
      .map(([code, { n, sum }]) => ({
        code,
        n,
        sum_of_weights: sum.total * heaviest,
        share: sum.total / total,
      }))
      .toSorted((a, b) => a.code - b.code),
    sum_of_weights: total * heaviest,
    effective_n: 1 / sumOf(weights, (weight) => (weight / heaviest / total) ** 2),
  };
}

const largestOf = (values: Float64Array): number =>
  powerOfTwoNear(values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0));

function sumOf(values: Float64Array, term: (value: number, i: number) => number): number {
  const sum = new CompensatedSum();
  values.forEach((value, i) => sum.add(term(value, i)));
  return sum.total;
}
