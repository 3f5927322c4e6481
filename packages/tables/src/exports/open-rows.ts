import { findColumn, type View } from '@columnist/contract';
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import type { Sql } from '../database/sql.ts';
import { rowNumber } from '../database/parquet-file.ts';
import { cellExpression } from '../table/cells.ts';
import { orderBy } from '../table/order-by.ts';
import { decimalOf, type FieldColumn } from '../table/table-column.ts';
import type { TableRef } from '../table/table-ref.ts';
import { findRows } from '../views/find-rows.ts';

/**
 * A value that leaves: whole numbers, decimals, dates and moments as their exact text, 64-bit
 * floats as numbers.
 */
export type ExportedValue = string | number | boolean | null;

/** The rows of a view in their order. */
export interface ExportedRows {
  readonly columns: readonly FieldColumn[];
  readonly count: number;
  /** Asks for figures of the rows; the SQL may name the fields of the columns. */
  readonly ask: (selected: readonly string[]) => Promise<readonly DuckDBValue[]>;
  /** The rows in batches, from the first one each time. */
  readonly batches: () => AsyncGenerator<ExportedValue[][]>;
  /** The same rows with other columns, whose fields may be expressions in SQL. */
  readonly withColumns: (columns: readonly FieldColumn[]) => ExportedRows;
}

/** Which rows and columns of a table leave in a file. */
export interface RowsChosen {
  readonly columns?: string[] | undefined;
  readonly view?: View | undefined;
}

/**
 * The columns of a view that leave, and SQL of its rows, without and with their order as in
 * `readRows`. Throws unknown_column, invalid_input.
 */
export async function chooseRows(
  connection: DuckDBConnection,
  table: TableRef,
  { columns: wanted, view }: RowsChosen,
): Promise<{ columns: readonly FieldColumn[]; rows: Sql; order: string }> {
  const {
    source,
    condition,
    columns: fields,
  } = await findRows(connection, table.parquet, table.columns, view);
  const columns = wanted === undefined ? fields : wanted.map((name) => findColumn(fields, name));
  const where = condition === null ? '' : ` where ${condition.text}`;
  return {
    columns,
    rows: { text: `${source}${where}`, values: condition?.values ?? [] },
    order: ` order by ${[...orderBy(fields, view?.sort), rowNumber].join(', ')}`,
  };
}

/** Opens the rows of a view to write them as a file. Throws unknown_column, invalid_input. */
export async function openRows(
  connection: DuckDBConnection,
  table: TableRef,
  asked: RowsChosen,
): Promise<ExportedRows> {
  const { columns, rows, order } = await chooseRows(connection, table, asked);
  return rowsOf(connection, columns, rows, order);
}

/** The rows of a table or of a part of one, which has the fields of these columns. */
export async function rowsOf(
  connection: DuckDBConnection,
  columns: readonly FieldColumn[],
  from: Sql,
  order = '',
): Promise<ExportedRows> {
  const ask = async (selected: readonly string[]): Promise<readonly DuckDBValue[]> =>
    (
      await connection.runAndReadAll(`select ${selected.join(', ')} from ${from.text}`, from.values)
    ).getRows()[0] ?? [];
  const count = Number((await ask(['count(*)::double']))[0]);
  const withColumns = (chosen: readonly FieldColumn[]): ExportedRows => ({
    columns: chosen,
    count,
    ask,
    batches: () =>
      batchesOf(connection, {
        text: `select ${chosen.map(cellExpression).join(', ')} from ${from.text}${order}`,
        values: from.values,
      }),
    withColumns,
  });
  return withColumns(columns);
}

/** The rows of a query in batches. */
export async function* batchesOf(
  connection: DuckDBConnection,
  query: Sql,
): AsyncGenerator<ExportedValue[][]> {
  const result = await connection.stream(query.text, query.values);
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) return;
    yield chunk.getRows().map((row) => row.map(plain));
  }
}

const plain = (value: DuckDBValue): ExportedValue =>
  value === null || value === undefined
    ? null
    : typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string'
      ? value
      : String(value);

/** What the numbers of a column are in files whose numbers are 64-bit floats. */
export interface NumberFacts {
  /** All are exactly such floats. */
  readonly exact: boolean;
  readonly whole: boolean;
  readonly low: number;
  readonly high: number;
  /** How many are infinite or NaN. */
  readonly infinite: number;
}

/** Characters of the longest number: a sign, a zero, a point and 38 digits. */
export const longestNumber = 41;

/** By column: of numbers their facts, null for others. */
export async function numberFacts({ columns, ask }: ExportedRows): Promise<(NumberFacts | null)[]> {
  const numbers = columns.filter(({ type }) => type === 'number');
  if (numbers.length === 0) return columns.map(() => null);
  const found = await ask(
    numbers.flatMap(({ field, storage }) => {
      const decimal = decimalOf(storage);
      const exact =
        storage === 'BIGINT'
          ? `abs(${field}::hugeint) <= 9007199254740992`
          : decimal === null || decimal.precision <= 15
            ? 'true'
            : `length(ltrim(replace(rtrim(rtrim(abs(${field})::varchar, '0'), '.'), '.', ''), '0')) <= 15`;
      const isFinite = storage === 'BIGINT' || decimal !== null ? 'true' : `isfinite(${field})`;
      return [
        `coalesce(bool_and(${exact}), true)`,
        `coalesce(bool_and(case when ${isFinite} then ${field}::double = floor(${field}::double) end), true)`,
        `coalesce(min(case when ${isFinite} then ${field}::double end), 0)`,
        `coalesce(max(case when ${isFinite} then ${field}::double end), 0)`,
        `count_if(not ${isFinite})::double`,
      ];
    }),
  );
  return columns.map((column) => {
    const place = 5 * numbers.indexOf(column);
    if (place < 0) return null;
    const [exact, whole, low, high, infinite] = found.slice(place, place + 5);
    return {
      exact: exact === true,
      whole: whole === true,
      low: Number(low),
      high: Number(high),
      infinite: Number(infinite),
    };
  });
}

/** By column: bytes of the longest text in UTF-8, 0 for what is no text. */
export async function longestTexts({ columns, ask }: ExportedRows): Promise<number[]> {
  const texts = columns.filter(({ type }) => type === 'text' || type === 'category');
  const found =
    texts.length === 0
      ? []
      : await ask(texts.map(({ field }) => `coalesce(max(strlen(${field})), 0)::double`));
  return columns.map((column) => {
    const place = texts.indexOf(column);
    return place < 0 ? 0 : Number(found[place]);
  });
}

export const isText = ({ type }: FieldColumn): boolean => type === 'text' || type === 'category';
