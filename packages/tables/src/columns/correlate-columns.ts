import type { CorrelationMatrix } from '@columnist/contract';
import {
  codesOf,
  correlation,
  PairwiseProducts,
  pearsonProducts,
  spearmanProducts,
  tabulate,
  type CentredProducts,
  type FrequencyTable,
} from '@columnist/statistics';

type Method = CorrelationMatrix['method'];

export interface NumberColumn {
  readonly name: string;
  /** In row order; NaN or infinite is not used. */
  readonly values: Float64Array;
}

/** Every pair of the columns over their pairwise complete rows. */
export function correlateColumns(
  columns: readonly NumberColumn[],
  method: Method,
  level: number,
): CorrelationMatrix {
  const values = columns.map((column) => column.values);
  return matrixOf(
    columns,
    method === 'pearson'
      ? pearsonProducts(values)
      : spearmanProducts(values.map((all) => codesOf(all, tabulate(all)))),
    method,
    level,
  );
}

/** Takes the columns of a description one by one. */
export interface Matrices {
  /** The table is of these values; it is handed over, and may not be read afterwards. */
  readonly add: (
    name: string,
    values: Float64Array,
    table: Pick<FrequencyTable, 'values' | 'counts'>,
  ) => void;
  readonly finish: (level: number) => Record<Method, CorrelationMatrix>;
}

/**
 * Both matrices; each column is summed with those before it when it comes. Of a large table columns
 * are kept as their codes alone, in half the memory.
 */
export function openMatrices(isLarge: boolean): Matrices {
  const columns: { readonly name: string }[] = [];
  const products = new PairwiseProducts({ isFrugal: isLarge });
  return {
    add: (name, values, table) => {
      columns.push({ name });
      const codes = codesOf(values, table);
      const distinct = table.values;
      // Of many distinct values they and the codes take as much as the column itself, which needs
      // no looking up.
      products.add(
        isLarge && 2 * distinct.length < values.length ? { codes, distinct } : { codes, values },
      );
    },
    finish: (level) => ({
      pearson: matrixOf(columns, products.pearson(), 'pearson', level),
      spearman: matrixOf(columns, products.spearman(), 'spearman', level),
    }),
  };
}

function matrixOf(
  columns: readonly { readonly name: string }[],
  products: readonly CentredProducts[],
  method: Method,
  level: number,
): CorrelationMatrix {
  const names = columns.flatMap(({ name: x }, i) =>
    columns.slice(i + 1).map(({ name: y }) => ({ x, y })),
  );
  const pairs = products.map((product, i) => ({
    x: names[i]?.x ?? '',
    y: names[i]?.y ?? '',
    n_used: product.n,
    ...correlation(product, level, method),
  }));
  return { method, columns: columns.map(({ name }) => name), pairs };
}
