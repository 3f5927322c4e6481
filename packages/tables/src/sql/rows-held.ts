import type { DuckDBConnection } from '@duckdb/node-api';
import type { FieldColumn } from '../table/table-column.ts';
import type { TableRef } from '../table/table-ref.ts';

/** How much an answer holds. */
export interface AnswerSize {
  readonly rows: number;
  /** Rows of the tables that may be in it. */
  readonly held: number;
}

/**
 * The size of the `answer` of a statement. Where each row of it is made of one row of a table, it
 * holds as many as it has. A statement that gathers can put a whole column into one cell
 * (`string_agg`, `list`), or the rows below beside each row (`lead`), so its rows alone do not say
 * how many rows of the tables leave with them: a text may hold one in each of its letters, another
 * cell holds one. They are at most as many as the tables have.
 */
export async function answerSize(
  connection: DuckDBConnection,
  { columns, gathers }: { readonly columns: readonly FieldColumn[]; readonly gathers: boolean },
  tables: readonly { readonly table: Pick<TableRef, 'rowCount'> }[],
  rows: number,
): Promise<AnswerSize> {
  const read = tables.reduce((sum, { table }) => sum + table.rowCount, 0);
  if (!gathers || rows >= read) return { rows, held: rows };
  const parts = columns.map(({ field, storage }) =>
    storage === 'VARCHAR' ? `coalesce(sum(length(${field})), 0)` : `count(${field})`,
  );
  const [[values] = []] = (
    await connection.runAndReadAll(`select (${parts.join(' + ')})::double from answer`)
  ).getRows();
  return { rows, held: Math.max(rows, Math.min(read, Number(values))) };
}
