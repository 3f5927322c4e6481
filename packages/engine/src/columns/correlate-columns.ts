import type { CorrelationMatrix } from '@columnist/contract';
import { codesOf, correlation, PairwiseProducts, pearsonProducts, spearmanProducts, tabulate, type CentredProducts, type CodedColumn } from '@columnist/statistics';

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

/** Takes the columns of a description one by one. */
export interface Matrices {
  /** `distinct` are the distinct finite values in ascending order; they are handed over, and may not be read afterwards. */
  readonly add: (name: string, values: Float64Array, distinct: Float64Array) => void;
  readonly finish: (level: number) => Record<Method, CorrelationMatrix>;
}

/**
 * Both matrices; each column is summed with those before it when it comes. Of a large table columns are kept as their codes,
 * in half the memory, and summed at the end, when the memory that describing a column takes is free again.
 */
export function openMatrices(isLarge: boolean): Matrices {
  const columns: { readonly name: string }[] = [];
  const kept: CodedColumn[] = [];
  const products = new PairwiseProducts({ isFrugal: isLarge });
  return {
    add: (name, values, distinct) => {
      columns.push({ name });
      const codes = codesOf(values, distinct);
      if (isLarge) kept.push({ codes, distinct });
      else products.add({ codes, values });
    },
    finish: (level) => {
      for (const column of kept.splice(0)) products.add(column);
      return { pearson: matrixOf(columns, products.pearson(), 'pearson', level), spearman: matrixOf(columns, products.spearman(), 'spearman', level) };
    },
  };
}

function matrixOf(columns: readonly { readonly name: string }[], products: readonly CentredProducts[], method: Method, level: number): CorrelationMatrix {
  const names = columns.flatMap(({ name: x }, i) => columns.slice(i + 1).map(({ name: y }) => ({ x, y })));
  const pairs = products.map((product, i) => ({ x: names[i]?.x ?? '', y: names[i]?.y ?? '', n_used: product.n, ...correlation(product, level, method) }));
  return { method, columns: columns.map(({ name }) => name), pairs };
}
