import { AppError } from '@columnist/contract';
import { placeOf } from '@columnist/statistics';
import type { DuckDBConnection } from '@duckdb/node-api';
import { inflateRawSync } from 'node:zlib';
import { readValues } from '../columns/read-values.ts';
import type { LeverageInput } from './inputs.ts';
import type { TableRef } from '../table/table-ref.ts';
import { TableReader } from '../views/table-reader.ts';

const levelsAtMost = 50;
const cellsAtMost = 30_000_000;
const productsAtMost = 4_000_000_000;
/** A column that adds less than this share of its length to those before it follows from them. */
const least = 1e-8;

/**
 * The largest leverage of a row in the space that is spanned by blocks: each block has a column of
 * ones and its own columns, all
 * 0 in rows of other kinds; texts and truth values are a column for each value. Sums of products
 * with these columns give no
 * combination of the values of 4 rows or fewer where no leverage is above 1/5: of a vector v on
 * these rows at most
 * |rows| / 5 of its square lies in the space. Throws unknown_column, too_complex.
 */
export async function measureLeverage(
  connection: DuckDBConnection,
  table: TableRef,
  { kindOfRow, blocks }: LeverageInput,
): Promise<{ leverage: number }> {
  const bytes = inflateRawSync(Buffer.from(kindOfRow, 'base64'));
  const kinds = Int32Array.from({ length: bytes.length / Int32Array.BYTES_PER_ELEMENT }, (_, i) =>
    bytes.readInt32LE(i * Int32Array.BYTES_PER_ELEMENT),
  );
  const names = [...new Set(blocks.flatMap(({ columns }) => columns))];
  const values = new Map<string, readonly Float64Array[]>();
  for (const name of names) values.set(name, await columnsOf(connection, table, name));
  const basis: Float64Array[] = [];
  const leverages = new Float64Array(kinds.length);
  const wanted = blocks.reduce(
    (sum, { columns }) =>
      sum + 1 + columns.reduce((count, name) => count + (values.get(name)?.length ?? 0), 0),
    0,
  );
  if (wanted * kinds.length > cellsAtMost || wanted ** 2 * kinds.length > productsAtMost)
    throw tooComplex();
  for (const block of blocks) {
    const inBlock = new Set(block.kinds);
    const rows = Array.from(kinds.keys()).filter((row) => inBlock.has(kinds[row] ?? -1));
    const add = (of: (row: number) => number): void => {
      const column = new Float64Array(kinds.length);
      for (const row of rows) column[row] = of(row);
      const direction = remainder(column, basis);
      if (direction === null) return;
      basis.push(direction);
      direction.forEach((value, row) => (leverages[row] = (leverages[row] ?? 0) + value * value));
    };
    add(() => 1);
    for (const name of block.columns) {
      for (const column of values.get(name) ?? []) {
        const mean =
          rows.reduce((sum, row) => sum + (column[row] ?? 0), 0) / Math.max(1, rows.length);
        add((row) => (column[row] ?? 0) - mean);
      }
    }
  }
  return { leverage: leverages.reduce((most, one) => Math.max(most, one), 0) };
}

/** What of a column lies outside the span of others, of length 1; null where nothing does. */
function remainder(column: Float64Array, basis: readonly Float64Array[]): Float64Array | null {
  const length = lengthOf(column);
  if (!(length > 0) || !Number.isFinite(length)) return null;
  const left = column.map((value) => value / length);
  // Once more, for what the first pass leaves by rounding.
  for (let pass = 0; pass < 2; pass++) {
    for (const direction of basis) {
      let share = 0;
      for (let i = 0; i < left.length; i++) share += (left[i] ?? 0) * (direction[i] ?? 0);
      if (share !== 0)
        for (let i = 0; i < left.length; i++)
          left[i] = (left[i] ?? 0) - share * (direction[i] ?? 0);
    }
  }
  const rest = lengthOf(left);
  return rest < least ? null : left.map((value) => value / rest);
}

const lengthOf = (column: Float64Array): number =>
  Math.sqrt(column.reduce((sum, value) => sum + value * value, 0));

/** A column of numbers, or one of zeros and ones for each value; 0 where nothing is. */
async function columnsOf(
  connection: DuckDBConnection,
  table: TableRef,
  name: string,
): Promise<Float64Array[]> {
  const reader = await TableReader.open(connection, table.parquet, table.columns, undefined, [
    name,
  ]);
  const [column] = reader.columns;
  if (column === undefined) return [];
  await reader.rowCount();
  if (column.type === 'number' || column.type === 'datetime') {
    const [read] = await readValues(reader, [column]);
    const scale = read?.scale ?? { origin: 0, perUnit: 1 };
    return [
      (read?.values ?? new Float64Array()).map((value) =>
        Number.isFinite(value) ? placeOf(scale, value) : 0,
      ),
    ];
  }
  const found = await reader.rows(
    `select count(*)::double from (select distinct ${column.field} as k from ` +
      `${reader.source} where ${column.field} is not null limit ${levelsAtMost + 1})`,
  );
  const levels = Number(found[0]?.[0]);
  if (levels > levelsAtMost) throw tooComplex();
  const [codes = new Float64Array()] = await reader.doubles([
    `list_position((select list(k order by k) from (select distinct ${column.field} as k ` +
      `from ${reader.source} where ${column.field} is not null)), ${column.field})`,
  ]);
  return Array.from({ length: levels }, (_, i) => codes.map((code) => (code === i + 1 ? 1 : 0)));
}

const tooComplex = (): AppError =>
  new AppError(
    'too_complex',
    'These columns, with what was answered before, are too many to look through for a ' +
      'credential that may not read rows.',
    {
      fix: 'Name fewer columns, and groups of at most 50 values; or ask with a credential that has the scope rows.',
    },
  );
