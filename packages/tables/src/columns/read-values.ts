import type { Scale } from '@columnist/statistics';
import type { ArrayMemory, TableReader } from '../views/table-reader.ts';
import { decimalOf, type FieldColumn } from '../table/table-column.ts';

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
 * Columns other than text as doubles, read in one scan: moments in microseconds, true as 1,
 * decimals as whole numbers
 * of their last digit. Numbers beyond what a double holds count from the smallest where that keeps
 * them apart. So
 * differences are exact.
 */
export async function readValues(
  reader: TableReader,
  columns: readonly FieldColumn[],
  memory?: ArrayMemory,
): Promise<ColumnValues[]> {
  const arrays = await reader.doubles(
    columns.map((column) => (column.type === 'datetime' ? microsExpression(column) : column.field)),
    memory,
  );
  const read: ColumnValues[] = [];
  for (const [i, column] of columns.entries()) {
    const values = arrays[i] ?? new Float64Array();
    read.push(
      column.type === 'number' && column.storage !== 'DOUBLE'
        ? await readExactly(reader, column, values, memory)
        : { values, scale: plain, wide: false },
    );
  }
  return read;
}

/** Whole numbers and decimals, from the doubles nearest to them. */
async function readExactly(
  reader: TableReader,
  column: FieldColumn,
  values: Float64Array,
  memory: ArrayMemory | undefined,
): Promise<ColumnValues> {
  const places = decimalOf(column.storage)?.scale ?? 0;
  const perUnit = 10 ** places;
  const { low, high } = rangeOf(values);
  if (fits(column, low, high)) {
    if (places > 0)
      for (let i = 0; i < values.length; i++) values[i] = Math.round((values[i] ?? NaN) * perUnit);
    return { values, scale: { origin: 0, perUnit }, wide: false };
  }
  const origin = originOf(column, low, high);
  if (origin === 0) return { values, scale: plain, wide: true };
  const [differences = values] = await reader.doubles(
    [
      places === 0
        ? differenceExpression(column, origin)
        : `round(${differenceExpression(column, origin)} * ${perUnit}::double)`,
    ],
    memory,
  );
  return { values: differences, scale: { origin, perUnit }, wide: true };
}

function fits({ storage }: FieldColumn, low: number, high: number): boolean {
  const places = decimalOf(storage)?.scale ?? 0;
  const largest = Math.max(Math.abs(low), Math.abs(high)) * 10 ** places;
  return (
    low > high ||
    storage === 'DOUBLE' ||
    largest <= (places === 0 ? Number.MAX_SAFE_INTEGER : safeUnits)
  );
}

/**
 * Where numbers between low and high that are more than a double holds are counted from: a whole
 * number at the smallest,
 * or 0 where they reach so far that this would bring them no closer.
 */
export function originOf(column: FieldColumn, low: number, high: number): number {
  return fits(column, low, high) || high - low >= Math.max(Math.abs(low), Math.abs(high))
    ? 0
    : Math.floor(low);
}

/** The difference from a whole origin, exact until it becomes a double. */
export function differenceExpression({ field, storage }: FieldColumn, origin: number): string {
  const places = decimalOf(storage)?.scale ?? 0;
  const type = places === 0 ? 'hugeint' : `decimal(38, ${places})`;
  return `(${field}::${type} - '${BigInt(origin)}'::${type})::double`;
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
