import { areSafeIntegers, placeOf, sumOf, tabulate, topValues } from '@columnist/statistics';
import type { TableReader } from '../query/table-reader.ts';
import { exactNumber } from './cells.ts';
import type { ColumnSummary, NumberSummary } from './column-summary.ts';
import { gatherTexts } from './gather-texts.ts';
import { readValues, type ColumnValues } from './read-values.ts';
import { decimalOf, type FieldColumn } from './table-column.ts';

/** Wide tables are read many columns at a time, long ones column by column. */
const batchCells = 2_000_000;
const batchColumns = 128;
const topShown = 10;

/** The summaries of columns, in their order. */
export async function* gatherColumns(table: TableReader, columns: readonly FieldColumn[]): AsyncGenerator<[FieldColumn, ColumnSummary]> {
  const rowCount = await table.rowCount();
  const size = Math.max(1, Math.min(batchColumns, Math.floor(batchCells / Math.max(1, rowCount))));
  for (let start = 0; start < columns.length; start += size) {
    const batch = columns.slice(start, start + size);
    const reader = batch.length > 1 ? await table.narrow(batch) : table;
    const texts = batch.filter(({ storage }) => storage === 'VARCHAR');
    const others = batch.filter(({ storage }) => storage !== 'VARCHAR');
    const gathered = await gatherTexts(reader, texts, rowCount);
    const read = await readValues(reader, others);
    for (const column of batch) {
      const values = read[others.indexOf(column)];
      const summary = values === undefined ? gathered[texts.indexOf(column)] : await summarize(reader, column, values);
      if (summary !== undefined) yield [column, summary];
    }
  }
}

async function summarize(reader: TableReader, column: FieldColumn, read: ColumnValues): Promise<ColumnSummary> {
  const { values } = read;
  const table = tabulate(values);
  const missing = values.reduce((count, value) => (Number.isNaN(value) ? count + 1 : count), 0);
  if (column.type === 'datetime') return { kind: 'datetime', missing, table };
  if (column.type === 'boolean') {
    const trues = table.values.at(-1) === 1 ? (table.counts.at(-1) ?? 0) : 0;
    return { kind: 'boolean', missing, trues, falses: table.n - trues };
  }
  const { scale } = read;
  const infinite = values.length - table.n - missing;
  const summary = { kind: 'number' as const, missing, infinite, values, table, scale };
  if (read.wide) return { ...summary, ...(await gatherExactly(reader, column)) };
  const value = (number: number | undefined): number | null => (number === undefined ? null : placeOf(scale, number));
  return {
    ...summary,
    distinct: table.values.length,
    min: value(table.values[0]),
    max: value(table.values.at(-1)),
    sum: table.n === 0 ? null : await sumExactly(reader, column, summary),
    top: topValues(table, topShown).map(({ value: number, n }) => ({ value: placeOf(scale, number), n })),
  };
}

/** In doubles while whole numbers stay below 2^53, or where the values are doubles; else in the database's decimals. */
async function sumExactly(reader: TableReader, column: FieldColumn, { table, scale }: Pick<NumberSummary, 'table' | 'scale'>): Promise<number | string | null> {
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
async function gatherExactly(reader: TableReader, { field, storage }: FieldColumn): Promise<ExactFigures> {
  // A sum of 38-digit integers needs more than 38 digits: their upper and lower halves are summed apart.
  const halves = (decimalOf(storage)?.precision ?? 0) > 28;
  const half = `${10n ** 19n}::hugeint`;
  const sums = halves ? [`sum(${field}::hugeint // ${half})::varchar`, `sum(${field}::hugeint % ${half})::varchar`] : [`sum(${field})::varchar`, `'0'`];
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
    sum: exactNumber(halves ? String(BigInt(upper ?? '0') * 10n ** 19n + BigInt(lower ?? '0')) : (upper ?? '')),
    top: top.map(([value, n]) => ({ value: exactNumber(String(value)), n: Number(n) })),
  };
}
