import { narrow } from '../numerics/double-double.ts';
import { productsOf, type CrossProducts } from './cross-products.ts';
import type { Design } from './design.ts';
import { leastSquares } from './least-squares.ts';

/** Whether the mean at a row of a design follows from the rows that the products are of. */
export type Estimable = (row: readonly number[]) => boolean;

/**
 * Rows of the data keep to how a column is combined of others; a mean at a row that does not cannot
 * be estimated. Of the columns `all` those in `used` are no combinations.
 */
export function estimableOf(
  products: CrossProducts,
  used: readonly number[],
  all: readonly number[],
): Estimable {
  const combined = all
    .filter((k) => !used.includes(k))
    .map((k) => ({
      k,
      of: leastSquares(products, used, k).coefficients.map((one) =>
        one === null ? 0 : narrow(one),
      ),
    }));
  return (row) =>
    combined.every(
      ({ k, of }) =>
        Math.abs(
          (row[k] ?? 0) - of.reduce((sum, share, i) => sum + share * (row[used[i] ?? 0] ?? 0), 0),
        ) <
        1e-7 * (1 + Math.max(...row.map(Math.abs))),
    );
}

/**
 * The same of the rows of a design: not of a row with a group that none of them has.
 */
export function estimableIn(design: Design): Estimable {
  const products = productsOf(design, { values: new Float64Array(design.rows), rest: null }, null);
  const all = design.columns.map((_, k) => k);
  const { coefficients } = leastSquares(products, all, design.columns.length);
  return estimableOf(
    products,
    all.filter((k) => coefficients[k] !== null),
    all,
  );
}
