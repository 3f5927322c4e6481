import { AppError, type CorrelationMatrix } from '@columnist/contract';
import { centredProducts, centredRankProducts, correlation, type Codes } from '@columnist/statistics';
import type { TableReader } from '../query/table-reader.ts';
import { unitOf } from './gather-column.ts';
import type { FieldColumn } from './table-column.ts';

/** Values that may be held at once: 800 MB of doubles. */
const maxValues = 100_000_000;

/** The values of number columns in row order; NaN where missing or infinite. */
export async function readNumbers(reader: TableReader, columns: readonly FieldColumn[], rowCount: number): Promise<Float64Array[]> {
  if (rowCount * columns.length > maxValues) {
    throw new AppError('too_complex', `${columns.length} columns of ${rowCount} rows are too many to correlate at once.`, { fix: 'Name fewer columns.' });
  }
  const values = await reader.doubles(`select ${columns.map((column) => unitOf(column).expression).join(', ')} from ${reader.source}`);
  for (const column of values) for (let i = 0; i < column.length; i++) if (!Number.isFinite(column[i])) column[i] = NaN;
  return values;
}

/** Each value's place among the sorted distinct values. */
function codesOf(values: Float64Array): Codes {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  let distinct = 0;
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[distinct++] = sorted[i] ?? NaN;
  const codes = new Int32Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? NaN;
    let low = 0;
    let high = distinct;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sorted[middle] ?? NaN) >= value) high = middle;
      else low = middle + 1;
    }
    codes[i] = Number.isNaN(value) ? -1 : low;
  }
  return { codes, distinct };
}

/** Every pair of the columns over their pairwise complete rows. */
export function correlateColumns(names: readonly string[], values: readonly Float64Array[], method: 'pearson' | 'spearman', level: number): CorrelationMatrix {
  const codes = method === 'spearman' ? values.map(codesOf) : [];
  const pairs = names.flatMap((x, i) =>
    names.slice(i + 1).map((y, offset) => {
      const j = i + 1 + offset;
      const products =
        method === 'pearson'
          ? centredProducts(values[i] ?? new Float64Array(), values[j] ?? new Float64Array())
          : centredRankProducts(codes[i] ?? noCodes, codes[j] ?? noCodes);
      return { x, y, n_used: products.n, ...correlation(products, level, method) };
    }),
  );
  return { method, columns: [...names], pairs };
}

const noCodes: Codes = { codes: new Int32Array(), distinct: 0 };
