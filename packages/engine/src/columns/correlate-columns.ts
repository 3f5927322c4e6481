import type { CorrelationMatrix } from '@columnist/contract';
import { codesOf, correlation, PairwiseProducts, pearsonProducts, spearmanProducts, tabulate, type CentredProducts, type Codes } from '@columnist/statistics';

type Method = CorrelationMatrix['method'];

export interface NumberColumn {
  readonly name: string;
  /** In row order; NaN or infinite is not used. */
  readonly values: Float64Array;
}

/** Every pair of the columns over their pairwise complete rows. */
export function correlateColumns(columns: readonly NumberColumn[], method: Method, level: number): CorrelationMatrix {
  const values = columns.map((column) => column.values);
  return matrixOf(columns, method === 'pearson' ? pearsonProducts(values) : spearmanProducts(values.map((all) => codesOf(all, tabulate(all).values))), method, level);
}

/** A column with the places of its values among the distinct ones. */
export type CodedColumn = NumberColumn & { readonly codes: Codes };

/** Both matrices of a description, of columns that come one by one; each is summed with those before it at once. */
export function openMatrices(): { add: (column: CodedColumn) => void; finish: (level: number) => Record<Method, CorrelationMatrix> } {
  const columns: { readonly name: string }[] = [];
  const products = new PairwiseProducts();
  return {
    add: ({ name, values, codes }) => {
      columns.push({ name });
      products.add({ values, codes });
    },
    finish: (level) => ({ pearson: matrixOf(columns, products.pearson(), 'pearson', level), spearman: matrixOf(columns, products.spearman(), 'spearman', level) }),
  };
}

function matrixOf(columns: readonly { readonly name: string }[], products: readonly CentredProducts[], method: Method, level: number): CorrelationMatrix {
  const names = columns.flatMap(({ name: x }, i) => columns.slice(i + 1).map(({ name: y }) => ({ x, y })));
  const pairs = products.map((product, i) => ({ x: names[i]?.x ?? '', y: names[i]?.y ?? '', n_used: product.n, ...correlation(product, level, method) }));
  return { method, columns: columns.map(({ name }) => name), pairs };
}
