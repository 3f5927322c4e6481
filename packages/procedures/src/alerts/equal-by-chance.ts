import type { ColumnDescription } from '@columnist/contract';

/**
 * How many pairs of rows are alike in every column by chance, if the columns have nothing to do with
 * one another: at least, since of each column the ten most frequent values alone are known.
 */
export function pairsByChance(rows: number, columns: readonly ColumnDescription[]): number {
  const alike = columns.map(({ missing, distinct, top_values: top }) => {
    const shares = top.map(({ n }) => (n / rows) ** 2).reduce((sum, one) => sum + one, 0);
    const present = (rows - missing) / rows;
    const least = distinct === 0 ? 0 : present ** 2 / distinct;
    return (missing / rows) ** 2 + Math.max(shares, least);
  });
  return (rows ** 2 / 2) * alike.reduce((product, one) => product * one, 1);
}
