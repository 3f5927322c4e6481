import type { CorrelationMatrix } from '@columnist/contract';
import { codesOf, correlation, pearsonProducts, spearmanProducts, tabulate, type FrequencyTable } from '@columnist/statistics';

export interface NumberColumn {
  readonly name: string;
  /** In row order; NaN or infinite is not used. */
  readonly values: Float64Array;
  /** Of these values, where it is known. */
  readonly table?: FrequencyTable;
}

/** Every pair of the columns over their pairwise complete rows. */
export function correlateColumns(columns: readonly NumberColumn[], method: 'pearson' | 'spearman', level: number): CorrelationMatrix {
  const products =
    method === 'pearson'
      ? pearsonProducts(columns.map(({ values }) => values))
      : spearmanProducts(columns.map(({ values, table = tabulate(values) }) => codesOf(values, table.values)));
  const names = columns.flatMap(({ name: x }, i) => columns.slice(i + 1).map(({ name: y }) => ({ x, y })));
  const pairs = products.map((product, i) => ({ x: names[i]?.x ?? '', y: names[i]?.y ?? '', n_used: product.n, ...correlation(product, level, method) }));
  return { method, columns: columns.map(({ name }) => name), pairs };
}
