import { add, multiply, narrow, wide } from '../numerics/double-double.ts';
import type { Share } from './centred-terms.ts';
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
  const shares = columns.map((_, k): Share[] =>
    expansion === null ? [{ column: k, share: wide(1) }] : [],
  );
  expansion?.ofFitted.forEach((named, fitted) =>
    named.forEach(({ column, share }) => shares[column]?.push({ column: fitted, share })),
  );
  return {
    estimates: shares.map((own, k) =>
      fit.coefficients[k] === null
        ? null
        : narrow(
            own.reduce(
              (sum, { column, share }) =>
                add(sum, multiply(share, fit.coefficients[column] ?? wide(0))),
              wide(0),
            ),
          ),
    ),
    lines: shares.map((own) => {
      const row = columns.map(() => wide(0));
      for (const { column, share } of own) row[column] = share;
      return fit.whitenExactly(row);
    }),
  };
}
