import { CompensatedSum } from '../numerics/compensated-sum.ts';

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
  const total = sumOf(weights.length, (i) => weights[i] ?? 0);
  const first = values[0] ?? 0;
  const offset =
    sumOf(values.length, (i) => (weights[i] ?? 0) * ((values[i] ?? NaN) - first)) / total;
  const squares = sumOf(values.length, (i) => ((weights[i] ?? 0) / total) ** 2);
  const spread = sumOf(
    values.length,
    (i) => ((weights[i] ?? 0) / total) * ((values[i] ?? NaN) - first - offset) ** 2,
  );
  return {
    sum_of_weights: total,
    mean: first + offset,
    sd: squares < 1 ? Math.sqrt(spread / (1 - squares)) : null,
    effective_n: 1 / squares,
  };
}

function sumOf(n: number, term: (i: number) => number): number {
  const sum = new CompensatedSum();
  for (let i = 0; i < n; i++) sum.add(term(i));
  return sum.total;
}
