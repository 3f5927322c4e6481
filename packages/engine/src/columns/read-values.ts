import type { Scale } from '@columnist/statistics';
import type { TableReader } from '../query/table-reader.ts';
import { decimalOf, type FieldColumn } from './table-column.ts';

/** A column as doubles in row order, NaN where missing. */
export interface ColumnValues {
  readonly values: Float64Array;
  readonly scale: Scale;
  /** Some value is more than a double holds; its exact text must be asked for. */
  readonly wide: boolean;
}

const plain: Scale = { origin: 0, perUnit: 1 };

/** Decimals of fifteen digits survive a double and one multiplication by a power of ten. */
const safeUnits = 1e15;

/** Microseconds since 1970, or midnight. */
export const microsExpression = ({ field, storage }: FieldColumn): string =>
  storage === 'TIME' ? `epoch_us(cast('1970-01-01' as date) + ${field})` : `epoch_us(${field})`;

/**
 * Columns other than text as doubles, read in one scan: moments in microseconds, true as 1, decimals as whole numbers
 * of their last digit. Numbers beyond what a double holds count from the smallest where that keeps them apart. So
 * differences are exact.
 */
export async function readValues(reader: TableReader, columns: readonly FieldColumn[]): Promise<ColumnValues[]> {
  const arrays = await reader.doubles(columns.map((column) => (column.type === 'datetime' ? microsExpression(column) : column.field)));
  const read: ColumnValues[] = [];
  for (const [i, column] of columns.entries()) {
    const values = arrays[i] ?? new Float64Array();
    read.push(column.type === 'number' && column.storage !== 'DOUBLE' ? await readExactly(reader, column, values) : { values, scale: plain, wide: false });
  }
  return read;
}

/** Whole numbers and decimals, from the doubles nearest to them. */
async function readExactly(reader: TableReader, { field, storage }: FieldColumn, values: Float64Array): Promise<ColumnValues> {
  const places = decimalOf(storage)?.scale ?? 0;
  const perUnit = 10 ** places;
  const { low, high } = rangeOf(values);
  const largest = Math.max(Math.abs(low), Math.abs(high)) * perUnit;
  if (largest <= (places === 0 ? Number.MAX_SAFE_INTEGER : safeUnits) || low > high) {
    if (places > 0) for (let i = 0; i < values.length; i++) values[i] = Math.round((values[i] ?? NaN) * perUnit);
    return { values, scale: { origin: 0, perUnit }, wide: false };
  }
  // Numbers of both signs are no closer to their smallest than to zero.
  if (high - low >= Math.max(Math.abs(low), Math.abs(high))) return { values, scale: plain, wide: true };
  const exact = places === 0 ? `${field}::hugeint` : `${field}::decimal(38, ${places})`;
  const difference = `(${exact} - (select min(${exact}) from ${reader.source}))`;
  const [differences = values] = await reader.doubles([places === 0 ? difference : `round(${difference}::double * ${perUnit}::double)`]);
  return { values: differences, scale: { origin: low, perUnit }, wide: true };
}

function rangeOf(values: Float64Array): { low: number; high: number } {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? NaN;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return { low, high };
}
