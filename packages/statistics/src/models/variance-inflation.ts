import { choleskyOf } from '../numerics/cholesky.ts';
import { CompensatedSum } from '../numerics/compensated-sum.ts';
import { namedDistances, namedValues, type Design } from './design.ts';
import type { LinearModel } from './linear-model.ts';

/** Generalized variance inflation of a term and its degrees of freedom. */
export interface Inflation {
  readonly term: string;
  readonly gvif: number;
  readonly df: number;
}

/**
 * How much the errors of each term grow because it overlaps with others: a matter of the design,
 * not of the errors asked for; GVIF^(1 / (2 df)) compares terms of different size. Fox & Monette
 * (1992); R: car::vif(). Of the covariance S of the columns, the determinant of the part S₁₁ of a
 * term times that of the part of S⁻¹, which is right however small the determinant of S.
 */
export function varianceInflation(
  design: Design,
  { lines, coefficients }: Pick<LinearModel, 'lines' | 'coefficients'>,
  weights: Float64Array | null,
): Inflation[] {
  const kept = coefficients.flatMap(({ term, estimate }, k) =>
    estimate !== null && (design.terms[term]?.factors.length ?? 0) > 0 ? [{ term, k }] : [],
  );
  return [...new Set(kept.map(({ term }) => term))].map((term) => {
    const own = kept.filter((one) => one.term === term).map(({ k }) => k);
    const values = own.map((k) =>
      design.intercept ? deviations(namedDistances(design, k), weights) : namedValues(design, k),
    );
    const sum = (a: Float64Array, b: Float64Array): number =>
      total(a, (value, row) => value * (b[row] ?? NaN) * (weights?.[row] ?? 1));
    const size = values.map((one) => Math.sqrt(sum(one, one)));
    const square = own.map((_, i) => size.map((__, j) => (size[i] ?? NaN) * (size[j] ?? NaN)));
    const determinant = (of: (i: number, j: number) => number): number =>
      choleskyOf(own.map((_, i) => own.map((__, j) => of(i, j))))?.reduce(
        (product, line, i) => product * (line[i] ?? NaN) ** 2,
        1,
      ) ?? NaN;
    const inverse = (i: number, j: number): number => {
      const [a, b] = [lines[own[i] ?? -1], lines[own[j] ?? -1]];
      return (a ?? new Float64Array()).reduce((all, value, m) => all + value * (b?.[m] ?? 0), 0);
    };
    return {
      term: design.terms[term]?.name ?? '',
      gvif:
        determinant(
          (i, j) =>
            sum(values[i] ?? new Float64Array(), values[j] ?? new Float64Array()) /
            (square[i]?.[j] ?? NaN),
        ) * determinant((i, j) => inverse(i, j) * (square[i]?.[j] ?? NaN)),
      df: own.length,
    };
  });
}

const total = (values: Float64Array, at: (value: number, row: number) => number): number => {
  const sum = new CompensatedSum();
  values.forEach((value, row) => sum.add(at(value, row)));
  return sum.total;
};

/** From the mean. */
function deviations(values: Float64Array, weights: Float64Array | null): Float64Array {
  const weight = (row: number): number => weights?.[row] ?? 1;
  const mean =
    total(values, (value, row) => value * weight(row)) / total(values, (_, row) => weight(row));
  return values.map((value) => value - mean);
}
