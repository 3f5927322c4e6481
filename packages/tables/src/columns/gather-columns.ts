import {
  areSafeIntegers,
  placeOf,
  sumOf,
  tabulate,
  topValues,
  type FrequencyTable,
} from '@columnist/statistics';
import type { ArrayMemory, TableReader } from '../views/table-reader.ts';
import { exactNumber } from '../table/cells.ts';
import type { ColumnSummary, NumberSummary, TextSummary } from './column-summary.ts';
import { gatherTexts } from './gather-texts.ts';
import { isLong, letGo } from '../table/long-columns.ts';
import { readValues, type ColumnValues } from './read-values.ts';
import { decimalOf, type FieldColumn } from '../table/table-column.ts';

/** Wide tables are read many columns at a time, long ones column by column. */
const batchCells = 2_000_000;
const batchColumns = 128;
const topShown = 10;

interface Batch {
  readonly reader: TableReader;
  readonly columns: readonly FieldColumn[];
  readonly texts: Map<FieldColumn, TextSummary>;
  readonly values: Map<FieldColumn, ColumnValues>;
}

type Take = (column: FieldColumn, summary: ColumnSummary) => void;
type TakeValues = (column: FieldColumn, values: Float64Array, of: FrequencyTable) => void;

/**
 * Hands on the summary of every column, in turn. While that of one is computed here, the database
 * reads the next, unless the table is long. `takeValues` gets what a column of numbers has in row
 * order, NaN where missing, in the units of its table; where nobody takes them, they are counted in
 * their own memory.
 */
export async function gatherColumns(
  table: TableReader,
  columns: readonly FieldColumn[],
  take: Take,
  takeValues?: TakeValues,
): Promise<void> {
  const memory: ArrayMemory = takeValues === undefined ? 'own' : 'shared';
  const rowCount = await table.rowCount();
  const size = Math.max(1, Math.min(batchColumns, Math.floor(batchCells / Math.max(1, rowCount))));
  const batches = Array.from({ length: Math.ceil(columns.length / size) }, (_, i) =>
    columns.slice(i * size, (i + 1) * size),
  );
  // Batches of many columns share the name of a table, so only single columns are read ahead.
  const readAhead = size === 1 && !isLong(rowCount);
  let next = batches[0] === undefined ? null : readBatch(table, batches[0], rowCount, memory);
  try {
    for (let i = 0; next !== null; i++) {
      const batch: Batch = await next;
      const following = batches[i + 1];
      next =
        following !== undefined && readAhead ? readBatch(table, following, rowCount, memory) : null;
      // Where it fails, the error comes when its turn does.
      next?.catch(() => {});
      for (const column of batch.columns) {
        await handOn(batch, column, memory, take, takeValues);
        letGo(rowCount);
      }
      if (following !== undefined && !readAhead)
        next = readBatch(table, following, rowCount, memory);
    }
  } finally {
    // A connection is closed by the one who opened it, and may not be closed under a query.
    await next?.catch(() => {});
  }
}

async function readBatch(
  table: TableReader,
  columns: readonly FieldColumn[],
  rowCount: number,
  memory: ArrayMemory,
): Promise<Batch> {
  const reader = columns.length > 1 ? await table.narrow(columns) : table;
  const texts = columns.filter(({ storage }) => storage === 'VARCHAR');
  const others = columns.filter(({ storage }) => storage !== 'VARCHAR');
  const gathered = await gatherTexts(reader, texts, rowCount);
  const read = await readValues(reader, others, memory);
  const byColumn = <Kind>(
    of: readonly FieldColumn[],
    found: readonly Kind[],
  ): Map<FieldColumn, Kind> =>
    new Map(
      of.flatMap((column, i) => (found[i] === undefined ? [] : [[column, found[i]] as const])),
    );
  return { reader, columns, texts: byColumn(texts, gathered), values: byColumn(others, read) };
}

/** When it ends, nothing holds the column any more: a long one takes more memory than all else. */
async function handOn(
  batch: Batch,
  column: FieldColumn,
  memory: ArrayMemory,
  take: Take,
  takeValues: TakeValues | undefined,
): Promise<void> {
  const read = batch.values.get(column);
  batch.values.delete(column);
  const summary =
    read === undefined
      ? batch.texts.get(column)
      : await summarize(batch.reader, column, read, memory);
  if (summary !== undefined) take(column, summary);
  if (summary?.kind === 'number' && read !== undefined)
    takeValues?.(column, read.values, summary.table);
}

async function summarize(
  reader: TableReader,
  column: FieldColumn,
  read: ColumnValues,
  memory: ArrayMemory,
): Promise<ColumnSummary> {
  const { values } = read;
  let missing = 0;
  for (let i = 0; i < values.length; i++) if (Number.isNaN(values[i])) missing += 1;
  const table = tabulate(values, memory === 'own');
  if (column.type === 'datetime') return { kind: 'datetime', missing, table };
  if (column.type === 'boolean') {
    const trues = table.values.at(-1) === 1 ? (table.counts.at(-1) ?? 0) : 0;
    return { kind: 'boolean', missing, trues, falses: table.n - trues };
  }
  const { scale } = read;
  const infinite = values.length - table.n - missing;
  const summary = { kind: 'number' as const, missing, infinite, table, scale };
  if (read.wide) return { ...summary, ...(await gatherExactly(reader, column)) };
  const value = (number: number | undefined): number | null =>
    number === undefined ? null : placeOf(scale, number);
  return {
    ...summary,
    distinct: table.values.length,
    min: value(table.values[0]),
    max: value(table.values.at(-1)),
    sum: table.n === 0 ? null : await sumExactly(reader, column, summary),
    top: topValues(table, topShown).map(({ value: number, n }) => ({
      value: placeOf(scale, number),
      n,
    })),
  };
}

/**
 * In doubles while whole numbers stay below 2^53, or where the values are doubles; else in the
 * database's decimals.
 */
async function sumExactly(
  reader: TableReader,
  column: FieldColumn,
  { table, scale }: Pick<NumberSummary, 'table' | 'scale'>,
): Promise<number | string | null> {
  const largest = Math.max(Math.abs(table.values[0] ?? 0), Math.abs(table.values.at(-1) ?? 0));
  const exact = areSafeIntegers(table.values) && largest * table.n <= Number.MAX_SAFE_INTEGER;
  if (!exact && column.storage !== 'DOUBLE') {
    const [row] = await reader.rows(`select sum(${column.field})::varchar from ${reader.source}`);
    return exactNumber(String(row?.[0]));
  }
  const sum = sumOf(table) / scale.perUnit;
  return Number.isFinite(sum) ? sum : null;
}

type ExactFigures = Pick<NumberSummary, 'distinct' | 'min' | 'max' | 'sum' | 'top'>;

/** Values beyond what a double holds, by the database's integers and decimals. */
async function gatherExactly(
  reader: TableReader,
  { field, storage }: FieldColumn,
): Promise<ExactFigures> {
  // A sum of 38-digit integers needs more than 38 digits: their upper and lower halves are summed
  // apart.
  const halves = (decimalOf(storage)?.precision ?? 0) > 28;
  const half = `${10n ** 19n}::hugeint`;
  const sums = halves
    ? [`sum(${field}::hugeint // ${half})::varchar`, `sum(${field}::hugeint % ${half})::varchar`]
    : [`sum(${field})::varchar`, `'0'`];
  const [facts = []] = await reader.rows(
    `select count(distinct ${field})::double, min(${field})::varchar, max(${field})::varchar, ${sums.join(', ')} from ${reader.source}`,
  );
  const [distinct, min, max, upper, lower] = facts.map(String);
  const top = await reader.rows(
    `select v::varchar, n::double from (select ${field} v, count(*) n from ${reader.source} where ${field} is not null group by v) order by n desc, v limit ${topShown}`,
  );
  return {
    distinct: Number(distinct),
    min: exactNumber(min ?? ''),
    max: exactNumber(max ?? ''),
    sum: exactNumber(
      halves ? String(BigInt(upper ?? '0') * 10n ** 19n + BigInt(lower ?? '0')) : (upper ?? ''),
    ),
    top: top.map(([value, n]) => ({ value: exactNumber(String(value)), n: Number(n) })),
  };
}
