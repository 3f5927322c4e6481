import { AppError, findColumn, rowsPage, type Rows } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { orderBy } from '../table/order-by.ts';
import { cellExpression, cellsOf } from '../table/cells.ts';
import type { RowsInput } from './inputs.ts';
import { engineVersion, type TableRef } from '../table/table-ref.ts';
import { findRows } from '../views/find-rows.ts';
import { sayView } from '../views/say-view.ts';
import { fileOf, rowNumber } from '../database/parquet-file.ts';

/**
 * A page of rows, in file order or sorted; missing values come last in both directions, ties in
 * file order.
 */
export async function readRows(
  connection: DuckDBConnection,
  table: TableRef,
  input: RowsInput,
): Promise<Omit<Rows, 'next_cursor'>> {
  const {
    source: file,
    condition: filter,
    columns: fields,
    effects,
  } = await findRows(connection, table.parquet, table.columns, input.view);
  const columns =
    input.columns === undefined ? fields : input.columns.map((name) => findColumn(fields, name));
  refuseCells(input.limit, columns.length);
  const where = filter === null ? '' : ` where ${filter.text}`;
  const values = filter?.values ?? [];
  const keys = orderBy(fields, input.view?.sort);
  const total =
    filter === null && file === fileOf(table.parquet, table.columns)
      ? table.rowCount
      : Number(
          (
            await connection.runAndReadAll(`select count(*)::double from ${file}${where}`, values)
          ).value(0, 0),
        );
  // Without filter and sort the page is a run of row numbers: Parquet skips the row groups before
  // it.
  const plain =
    filter === null && keys.length === 0 && file === fileOf(table.parquet, table.columns);
  const page = plain
    ? ` where ${rowNumber} >= ${input.offset} and ${rowNumber} < ${input.offset + input.limit} order by ${rowNumber}`
    : `${where} order by ${[...keys, rowNumber].join(', ')} limit ${input.limit} offset ${input.offset}`;
  const selected = [`${rowNumber}::double`, ...columns.map(cellExpression)].join(', ');
  // The page's row numbers are found first, so that a sort carries the keys alone.
  const sql = plain
    ? `select ${selected} from ${file}${page}`
    : `with page as (select ${rowNumber} r, row_number() over () place from (select ` +
      `${rowNumber} from ${file}${page})) ` +
      `select ${selected} from ${file} f join page on f.${rowNumber} = page.r order by page.place`;
  const read = (await connection.runAndReadAll(sql, plain ? [] : values)).getRows();
  const items = cellsOf(
    columns,
    read.map((row) => row.slice(1)),
  );
  refuseBytes(items);
  return {
    dataset_id: table.datasetId ?? '',
    dataset_version: table.version ?? 0,
    engine_version: engineVersion,
    view: input.view ?? null,
    ...(input.view?.derive === undefined
      ? {}
      : { view_in_words: sayView(table.columns, input.view) }),
    ...(effects.length === 0 ? {} : { view_effects: [...effects] }),
    columns: columns.map(({ name, type }) => ({ name, type })),
    items,
    row_numbers: read.map((row) => Number(row[0]) + 1),
    offset: input.offset,
    total,
  };
}

/**
 * A page goes through the one thread that answers everybody. Throws too_complex where this many
 * cells are too many for it.
 */
export function refuseCells(rows: number, columns: number): void {
  if (rows === 1 || rows * columns <= rowsPage.cells) return;
  const fit = Math.max(1, Math.floor(rowsPage.cells / columns));
  throw new AppError(
    'too_complex',
    `${count(rows)} rows of ${count(columns)} columns are ${count(rows * columns)} ` +
      `cells; a page has at most ${count(rowsPage.cells)}.`,
    {
      fix: `Ask for at most ${count(fit)} rows at once, name fewer columns, or export the rows as a file.`,
    },
  );
}

/** The same of long texts. Throws too_complex. */
export function refuseBytes(items: Rows['items']): void {
  let bytes = 0;
  for (const [i, row] of items.entries()) {
    bytes += Buffer.byteLength(JSON.stringify(row));
    if (i > 0 && bytes > rowsPage.bytes) throw tooLong(i);
  }
}

/** Where so many rows fit on a page. */
export const tooLong = (fit: number): AppError =>
  new AppError(
    'too_complex',
    `These rows take more than ${rowsPage.bytes / 1024 / 1024} MB, the most that a page may.`,
    {
      fix:
        `Ask for at most ${count(fit)} ${fit === 1 ? 'row' : 'rows'} at once, name fewer ` +
        'columns, or export the rows as a file.',
    },
  );

const count = (n: number): string => n.toLocaleString('en');
