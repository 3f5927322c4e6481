import { fewestRows, findColumn } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { TableReader } from '../views/table-reader.ts';
import type { FieldColumn } from '../table/table-column.ts';
import type { TableRef } from '../table/table-ref.ts';
import type { CellsInput, ColumnCells } from './inputs.ts';
import { clockSteps, dateSteps, numberSteps, type Step } from './round-steps.ts';

/** Cells of a column by its order: each has at least this share of the rows. */
const shareOfCell = 0.01;
/** Cells that are read into memory at once: each reading of a file of many columns costs much. */
const cellsTogether = 2_000_000;
/** Values that are listed of a column, the most frequent ones. */
const valuesAtMost = 1000;

/**
 * Into which parts of at least 5 rows a column may be cut for a credential that may not read rows:
 * its values that 5 rows have, and for numbers and dates round limits with 1 % of the rows, at least
 * 5, between each two of them. They follow from the whole column alone. Throws unknown_column.
 */
export async function measureCells(
  connection: DuckDBConnection,
  table: TableRef,
  { columns, limits }: CellsInput,
): Promise<{ columns: ColumnCells[] }> {
  const measured: ColumnCells[] = [];
  const named = columns.map((name) => findColumn(table.columns, name).name);
  const together = Math.max(1, Math.floor(cellsTogether / Math.max(1, table.rowCount)));
  for (let at = 0; at < named.length; at += together) {
    const some = named.slice(at, at + together);
    const file = await TableReader.open(connection, table.parquet, table.columns, undefined, some);
    const reader = await file.narrow(file.columns);
    for (const column of reader.columns) measured.push(await cellsOf(reader, column, limits));
  }
  return { columns: measured };
}

async function cellsOf(
  reader: TableReader,
  column: FieldColumn,
  limited: boolean,
): Promise<ColumnCells> {
  const place = placeOf(column);
  const shown = comparedAs({ ...column, field: 'v' });
  const counted = `select ${column.field} as v, count(*) as n from ${reader.source} where ${column.field} is not null group by 1`;
  const common = await reader.rows(
    `select ${shown}, n::double from (${counted}) where n >= ${fewestRows} order by n desc, v limit ${valuesAtMost}`,
  );
  const [total] = await reader.rows(
    `select count(*)::double, coalesce(sum(n) filter (n < ${fewestRows}), 0)::double from (${counted})`,
  );
  const values = common.map(([value]) => (typeof value === 'number' ? value : String(value)));
  const found = {
    name: column.name,
    values,
    mostFrequent: Number(common[0]?.[1] ?? 0),
    hasRare: Number(total?.[0]) > values.length,
    rare: Number(total?.[1]),
  };
  if (place === null || !limited) return { ...found, limits: null };
  const rows = await reader.rowCount();
  const [read = new Float64Array()] = await reader.doubles([place]);
  const sorted = read.filter((value) => !Number.isNaN(value)).sort();
  const steps =
    column.storage === 'TIME' ? clockSteps : column.type === 'datetime' ? dateSteps : numberSteps;
  const [low, high] = [sorted[0] ?? 0, sorted[sorted.length - 1] ?? 0];
  const round = steps(low, high, column.storage);
  return {
    ...found,
    limits: {
      low: Number.isFinite(low) ? round.below : null,
      high: Number.isFinite(high) ? round.above : null,
      cuts: cutsOf(
        sorted.filter((value) => Number.isFinite(value)),
        Math.max(fewestRows, Math.ceil(shareOfCell * rows)),
        round.steps,
      ),
    },
  };
}

/** A column as its cells name its values. */
export const comparedAs = (column: FieldColumn): string =>
  placeOf(column) ?? `${column.field}::varchar`;

/** A column by its order, as doubles: dates in milliseconds of UTC, times since midnight. */
function placeOf({ field, storage, type }: FieldColumn): string | null {
  if (type === 'number') return `${field}::double`;
  if (type !== 'datetime') return null;
  const moment = storage === 'TIME' ? `cast('1970-01-01' as date) + ${field}` : field;
  return `(epoch_us(${moment}) / 1000.0)::double`;
}

/**
 * Limits that leave at least `rows` values on either side and between each two, the roundest first:
 * the values decide which of the round numbers are taken, and are none themselves.
 */
export function cutsOf(sorted: Float64Array, rows: number, steps: readonly Step[]): number[] {
  let cells: { readonly from: number; readonly to: number; readonly cut: number | null }[] = [
    { from: 0, to: sorted.length, cut: null },
  ];
  for (const step of steps) {
    if (cells.every(({ from, to }) => to - from < 2 * rows)) break;
    cells = cells.flatMap((cell) => {
      const parts: typeof cells = [];
      let { from, cut } = cell;
      while (cell.to - from >= 2 * rows) {
        const next = step(sorted[from + rows - 1] ?? NaN);
        const place = firstFrom(sorted, next);
        if (place <= from || cell.to - place < rows) break;
        parts.push({ from, to: place, cut });
        [from, cut] = [place, next];
      }
      return [...parts, { from, to: cell.to, cut }];
    });
  }
  return cells.flatMap(({ cut }) => cut ?? []);
}

/** The place of the first value that is not below a limit. */
function firstFrom(sorted: Float64Array, limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((sorted[middle] ?? Infinity) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
