import { add, multiply, narrow, wide, type DoubleDouble } from '../numerics/double-double.ts';
import type { Design } from './design.ts';
import type { LeastSquares } from './least-squares.ts';

/** The coefficients of the columns that a design names, whatever it was fitted with. */
export interface NamedColumns {
  /** null where the column is a combination of those before it. */
  readonly estimates: readonly (number | null)[];
  /**
   * R⁻ᵀ s of the combination s of fitted coefficients that each is; the product of two is their
   * entry of (XᵀX)⁻¹.
   */
  readonly lines: readonly Float64Array[];
}

/** Of a fit of all columns of the design. */
export function namedColumns({ columns, expansion }: Design, fit: LeastSquares): NamedColumns {
  const rows = columns.map((_, k) => columns.map((__, i) => wide(i === k ? 1 : 0)));
  expansion?.ofFitted.forEach((shares, fitted) =>
    shares.forEach(({ column, share }) => {
      const row = rows[column];
      if (row !== undefined) row[fitted] = share;
    }),
  );
  const estimateOf = (row: readonly DoubleDouble[]): number =>
    narrow(
      row.reduce(
        (sum, share, k) => add(sum, multiply(share, fit.coefficients[k] ?? wide(0))),
        wide(0),
      ),
    );
  return {
    estimates: rows.map((row, k) => (fit.coefficients[k] === null ? null : estimateOf(row))),
    lines: rows.map((row) => fit.whitenExactly(row)),
  };
}
