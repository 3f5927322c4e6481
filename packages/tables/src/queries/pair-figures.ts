import { correlation, covariance, pearsonProducts } from '@columnist/statistics';
import { readValues } from '../columns/read-values.ts';
import type { TableReader } from '../views/table-reader.ts';
import type { GroupAggregate } from './group-aggregate.ts';

/**
 * Correlation or covariance of two columns in each group, over its rows that have both values; null
 * where they are too few, a column is constant, or a double does not hold the figure. As `cor` and `cov` of R.
 */
export async function pairFigures(
  reader: TableReader,
  { statistic, column, other, options: { ddof = 1 } }: GroupAggregate,
  sizes: readonly number[],
): Promise<(number | null)[]> {
  if (column === null || other === null) throw new Error('There are two columns.');
  const [x, y] = await readValues(reader, [column, other]);
  if (x === undefined || y === undefined) throw new Error('Two columns were read.');
  let start = 0;
  return sizes.map((size) => {
    const [products] = pearsonProducts(
      [x, y].map(({ values }) => values.subarray(start, start + size)),
    );
    start += size;
    if (products === undefined) return null;
    if (statistic === 'correlation') return correlation(products, 0.95, 'pearson').estimate;
    return covariance(products, ddof, [x.scale.perUnit, y.scale.perUnit]);
  });
}
