import { AppError, rowsPage, type Cell } from '@columnist/contract';
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import { refuseBytes, tooLong } from '../queries/read-rows.ts';
import { cellExpression, cellsOf } from '../table/cells.ts';
import type { FieldColumn } from '../table/table-column.ts';

/** Bytes of text in one row: a statement can make a cell of whole tables. */
const mostOfRow = 10 * 1024 * 1024;

/**
 * At most so many rows of `source`, and whether there are more. They are read as they are made; how
 * long the texts of a row are is read before them, so that none is taken beyond what a page may have.
 * Throws too_complex.
 */
export async function readPage(
  connection: DuckDBConnection,
  columns: readonly FieldColumn[],
  source: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly items: Cell[][]; readonly hasMore: boolean }> {
  const lengths = columns.flatMap(({ field, storage }) =>
    storage === 'VARCHAR' ? `coalesce(strlen(${field}), 0)` : [],
  );
  // One more shows whether there are others.
  const result = await connection.stream(
    `select ${columns.map(shortCell).join(', ')}, (${['0', ...lengths].join(' + ')})::double ` +
      `from ${source} limit ${limit + 1} offset ${offset}`,
  );
  const rows: DuckDBValue[][] = [];
  let bytes = 0;
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) break;
    const long = chunk.getColumnVector(columns.length);
    for (let i = 0; i < chunk.rowCount; i++) {
      if (rows.length === limit) return { items: shown(columns, rows), hasMore: true };
      const length = Number(long.getItem(i));
      if (length > mostOfRow) throw tooLongRow();
      bytes += length;
      if (rows.length > 0 && bytes > rowsPage.bytes) throw tooLong(rows.length);
      rows.push(columns.map((_, c) => chunk.getColumnVector(c).getItem(i)));
    }
  }
  return { items: shown(columns, rows), hasMore: false };
}

/**
 * A cell; none of a text that no page may hold, whose row is refused by its length. The database
 * makes up to 2,048 rows at a time before the first can be looked at, so each text that is left out
 * is one that is not copied so many times.
 */
const shortCell = (column: FieldColumn): string =>
  column.storage === 'VARCHAR'
    ? `case when strlen(${column.field}) <= ${mostOfRow} then ${cellExpression(column)} end`
    : cellExpression(column);

function shown(columns: readonly FieldColumn[], rows: readonly DuckDBValue[][]): Cell[][] {
  const items = cellsOf(columns, rows);
  refuseBytes(items);
  return items;
}

const tooLongRow = (): AppError =>
  new AppError(
    'too_complex',
    `A row of this answer has more than ${mostOfRow / 1024 / 1024} MB of text, the most that one may.`,
    { fix: 'Shorten its cells, as left(name, 1000) does, or gather fewer rows in each.' },
  );
