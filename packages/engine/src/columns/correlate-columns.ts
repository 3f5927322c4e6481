import type { CorrelationMatrix } from '@columnist/contract';
import { centredProducts, centredRankProducts, codesOf, correlation, presentMean, tabulate, type CentredProducts } from '@columnist/statistics';

export interface NumberColumn {
  readonly name: string;
  /** In row order; NaN or infinite is not used. */
  readonly values: Float64Array;
}

/** Every pair of the columns over their pairwise complete rows. */
export function correlateColumns(columns: readonly NumberColumn[], method: 'pearson' | 'spearman', level: number): CorrelationMatrix {
  const productsOf = method === 'pearson' ? pearson(columns) : spearman(columns);
  const pairs = columns.flatMap(({ name: x }, i) =>
    columns.slice(i + 1).map(({ name: y }, offset) => {
      const products = productsOf(i, i + 1 + offset);
      return { x, y, n_used: products.n, ...correlation(products, level, method) };
    }),
  );
  return { method, columns: columns.map((column) => column.name), pairs };
}

type ProductsOf = (i: number, j: number) => CentredProducts;

function pearson(columns: readonly NumberColumn[]): ProductsOf {
  const finite = columns.map(({ values }) => values.map((value) => (Number.isFinite(value) ? value : NaN)));
  const centres = finite.map(presentMean);
  return (i, j) => centredProducts(finite[i] ?? none, finite[j] ?? none, centres[i] ?? 0, centres[j] ?? 0);
}

function spearman(columns: readonly NumberColumn[]): ProductsOf {
  const codes = columns.map(({ values }) => codesOf(values, tabulate(values).values));
  return (i, j) => centredRankProducts(codes[i] ?? noCodes, codes[j] ?? noCodes);
}

const none = new Float64Array();
const noCodes = { codes: new Int32Array(), distinct: 0, missing: 0 };
