import type { Rows } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { cellExpression, cellOf } from '../columns/cells.ts';
import type { RowsInput, TableRef } from '../engine.ts';
import { findRows } from './find-rows.ts';
import { findColumn } from '@columnist/contract';
import { fileOf, rowNumber } from './parquet-file.ts';

/** A page of rows, in file order or sorted; missing values come last in both directions, ties in file order. */
export async function readRows(connection: DuckDBConnection, table: TableRef, input: RowsInput): Promise<Omit<Rows, 'next_cursor'>> {
  const { source: file, condition: filter, columns: fields } = await findRows(connection, table.parquet, table.columns, input.view);
  const columns = input.columns === undefined ? fields : input.columns.map((name) => findColumn(fields, name));
  const where = filter === null ? '' : ` where ${filter.text}`;
  const values = filter?.values ?? [];
  const keys = (input.view?.sort ?? []).map(
    ({ column, direction }) => `${findColumn(fields, column).field} ${direction === 'descending' ? 'desc' : 'asc'} nulls last`,
  );
  const total = filter === null && file === fileOf(table.parquet) ? table.rowCount : Number((await connection.runAndReadAll(`select count(*)::double from ${file}${where}`, values)).value(0, 0));
  // Without filter and sort the page is a run of row numbers: Parquet skips the row groups before it.
  const plain = filter === null && keys.length === 0 && file === fileOf(table.parquet);
  const page = plain
    ? ` where ${rowNumber} >= ${input.offset} and ${rowNumber} < ${input.offset + input.limit} order by ${rowNumber}`
    : `${where} order by ${[...keys, rowNumber].join(', ')} limit ${input.limit} offset ${input.offset}`;
  const selected = [`${rowNumber}::double`, ...columns.map(cellExpression)].join(', ');
  // The page's row numbers are found first, so that a sort carries the keys alone.
  const sql = plain
    ? `select ${selected} from ${file}${page}`
    : `with page as (select ${rowNumber} r, row_number() over () place from (select ${rowNumber} from ${file}${page})) ` +
      `select ${selected} from ${file} f join page on f.${rowNumber} = page.r order by page.place`;
  const read = (await connection.runAndReadAll(sql, plain ? [] : values)).getRows();
  return {
    dataset_id: table.datasetId ?? '',
    dataset_version: table.version ?? 0,
    view: input.view ?? null,
    columns: columns.map(({ name, type }) => ({ name, type })),
    items: read.map((row) => columns.map((column, i) => cellOf(column, row[i + 1] ?? null))),
    row_numbers: read.map((row) => Number(row[0]) + 1),
    offset: input.offset,
    total,
  };
}
