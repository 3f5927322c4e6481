import {
  add,
  divide,
  multiply,
  narrow,
  negative,
  squareRoot,
  subtract,
  wide,
  type DoubleDouble,
} from '../numerics/double-double.ts';
import type { CrossProducts } from './cross-products.ts';

export interface LeastSquares {
  /**
   * Of each column, to full precision; null where the column is a combination of those before it.
   */
  readonly coefficients: readonly (DoubleDouble | null)[];
  /** (XᵀX)⁻¹ over all columns; NaN in the lines of those that are combinations. */
  readonly inverse: readonly (readonly number[])[];
  /**
   * R⁻ᵀx of a row x, with what its doubles lack: as long as the square root of the row's leverage.
   * In 32 digits where doubles would lose too many.
   */
  readonly whiten: (row: ArrayLike<number>, rest?: ArrayLike<number>) => Float64Array;
  /** R⁻ᵀx of a row of full precision. */
  readonly whitenExactly: (row: readonly DoubleDouble[]) => Float64Array;
  /** QᵀY, of the columns that are kept: the estimate at a row is R⁻ᵀx · QᵀY. */
  readonly scores: Float64Array;
  /**
   * How much the least of what a column has of its own is smaller than the column, squared: the
   * largest of (XᵀX)ₖₖ (XᵀX)⁻¹ₖₖ. About the square of the condition number of columns of equal
   * length.
   */
  readonly inflation: number;
  /** Of the columns in equal length. R: kappa(scale(X, FALSE, sqrt(colSums(X^2))), exact = TRUE). */
  readonly conditionNumber: () => number;
  /** What each column takes from the residual sum of squares, given those before it. */
  readonly sequential: readonly number[];
  readonly rank: number;
  /** Yᵀ(I − H)Y. */
  readonly residual: number;
}

// A column whose square shrinks to less than this share, given those before it, differs from a
// combination of them by rounding alone.
const collinear = 1e-28;

/** From here on a product with the inverse root has less than eleven digits in doubles. */
const fewDigitsLeft = 1e10;

/**
 * Least squares of column `response` on `columns`, from their products, by Cholesky's root with 32
 * digits. Columns that are
 * combinations of earlier ones are left out, as R's lm does. R: lm(), coef(), vcov() / sigma²;
 * sequential as anova().
 */
export function leastSquares(
  products: CrossProducts,
  columns: readonly number[],
  response: number,
): LeastSquares {
  const kept: number[] = [];
  const root: DoubleDouble[][] = [];
  const solve = (column: number): { line: DoubleDouble[]; left: DoubleDouble } => {
    const line: DoubleDouble[] = [];
    let left: DoubleDouble = products.at(column, column);
    for (const [j, other] of kept.entries()) {
      let sum: DoubleDouble = products.at(column, other);
      const upper = root[j] ?? [];
      for (let k = 0; k < j; k++)
        sum = subtract(sum, multiply(line[k] ?? wide(0), upper[k] ?? wide(0)));
      const entry = divide(sum, upper[j] ?? wide(NaN));
      line.push(entry);
      left = subtract(left, multiply(entry, entry));
    }
    return { line, left };
  };
  for (const column of columns) {
    const { line, left } = solve(column);
    if (!(narrow(left) > collinear * narrow(products.at(column, column)))) continue;
    root.push([...line, squareRoot(left)]);
    kept.push(column);
  }
  const { line, left } = solve(response);
  const rank = kept.length;
  const inverseRoot = invert(root);
  const place = new Map(kept.map((column, i) => [column, i]));
  const coefficients = columns.map((column): DoubleDouble | null => {
    const i = place.get(column);
    if (i === undefined) return null;
    let sum = wide(0);
    for (let k = i; k < rank; k++)
      sum = add(sum, multiply(inverseRoot[k]?.[i] ?? wide(0), line[k] ?? wide(0)));
    return sum;
  });
  const inverse = columns.map((a) =>
    columns.map((b): number => {
      const [i, j] = [place.get(a), place.get(b)];
      if (i === undefined || j === undefined) return NaN;
      let sum = wide(0);
      for (let k = Math.max(i, j); k < rank; k++)
        sum = add(sum, multiply(inverseRoot[k]?.[i] ?? wide(0), inverseRoot[k]?.[j] ?? wide(0)));
      return narrow(sum);
    }),
  );
  const inflation = columns.reduce((most, column, i) => {
    const own = inverse[i]?.[i] ?? NaN;
    return Number.isNaN(own) ? most : Math.max(most, narrow(products.at(column, column)) * own);
  }, 1);
  const places = kept.map((column) => columns.indexOf(column));
  const lines = inverseRoot.map((line) => Float64Array.from(line, narrow));
  const whitenExactly = (row: readonly DoubleDouble[]): Float64Array => {
    const entries = places.map((place) => row[place] ?? wide(0));
    const filled = entries.flatMap(({ hi, lo }, k) => (hi === 0 && lo === 0 ? [] : [k]));
    return Float64Array.from(inverseRoot, (own, i) => {
      let sum = wide(0);
      for (const k of filled)
        if (k <= i) sum = add(sum, multiply(own[k] ?? wide(0), entries[k] ?? wide(0)));
      return narrow(sum);
    });
  };
  const whitenPlainly = (row: ArrayLike<number>): Float64Array => {
    const white = new Float64Array(rank);
    for (const [i, own] of lines.entries()) {
      let sum = 0;
      for (let k = 0; k <= i; k++) sum += (own[k] ?? 0) * (row[places[k] ?? -1] ?? 0);
      white[i] = sum;
    }
    return white;
  };
  const sequential = columns.map((column) => narrow(line[place.get(column) ?? -1] ?? wide(0)) ** 2);
  return {
    coefficients,
    inverse,
    whiten: (row, rest) =>
      inflation > fewDigitsLeft
        ? whitenExactly(columns.map((_, k) => ({ hi: row[k] ?? 0, lo: rest?.[k] ?? 0 })))
        : whitenPlainly(row),
    whitenExactly,
    scores: Float64Array.from(line, narrow),
    inflation,
    conditionNumber: () => {
      const own = kept.map((column) => narrow(products.at(column, column)));
      const sizes = own.map((a) => own.map((b) => Math.sqrt(a) * Math.sqrt(b)));
      return Math.sqrt(
        largestEigenvalue(
          sizes.map((line, i) =>
            line.map((size, j) => narrow(products.at(kept[i] ?? 0, kept[j] ?? 0)) / size),
          ),
        ) *
          largestEigenvalue(
            sizes.map((line, i) =>
              line.map((size, j) => (inverse[places[i] ?? 0]?.[places[j] ?? 0] ?? NaN) * size),
            ),
          ),
      );
    },
    sequential,
    rank,
    residual: Math.max(0, narrow(left)),
  };
}

/** The square of a length: of a row that was whitened its leverage. */
export const squareOf = (row: Float64Array): number =>
  row.reduce((sum, value) => sum + value * value, 0);

/** By repeated products, which need no more digits than the matrix has. */
function largestEigenvalue(matrix: readonly (readonly number[])[]): number {
  let x = matrix.map((_, i) => 1 + i / 7);
  let size = 0;
  for (let step = 0; step < 1000; step++) {
    const next = matrix.map((line) => line.reduce((sum, entry, j) => sum + entry * (x[j] ?? 0), 0));
    const length = Math.hypot(...next);
    x = next.map((value) => value / length);
    if (Math.abs(length - size) <= 1e-13 * length) return length;
    size = length;
  }
  return size;
}

/** The inverse of a lower triangle. */
function invert(root: readonly (readonly DoubleDouble[])[]): DoubleDouble[][] {
  const inverse: DoubleDouble[][] = [];
  for (const [i, line] of root.entries()) {
    const diagonal = line[i] ?? wide(NaN);
    const row: DoubleDouble[] = [];
    for (let j = 0; j < i; j++) {
      let sum = wide(0);
      for (let k = j; k < i; k++)
        sum = add(sum, multiply(line[k] ?? wide(0), inverse[k]?.[j] ?? wide(0)));
      row.push(divide(negative(sum), diagonal));
    }
    row.push(divide(wide(1), diagonal));
    inverse.push(row);
  }
  return inverse;
}
