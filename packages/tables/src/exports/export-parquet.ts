import { AppError } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { TableRef } from '../table/table-ref.ts';
import { keepsTypes, leftOut, type Exported } from './left-out.ts';
import { heldMoments } from './held-moments.ts';
import { chooseRows, rowsOf, type RowsChosen } from './open-rows.ts';
import { withZone } from '../table/zones.ts';
import { literal } from '../database/sql.ts';

const name = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/**
 * Writes the rows of a view as Parquet with the types of its columns, sorted as in `readRows`.
 * Answers how many there are, and what Parquet could not take along. Throws unknown_column, invalid_input.
 */
export async function exportParquet(
  connection: DuckDBConnection,
  table: TableRef,
  chosen: RowsChosen,
  to: string,
): Promise<Exported> {
  const { columns: asked, rows, order } = await chooseRows(connection, table, chosen);
  const { columns, notes } = await heldMoments(
    'Parquet',
    await rowsOf(connection, asked, rows),
    'finite',
  );
  const twice = columns.find(
    (column, i) =>
      columns.findIndex((other) => other.name.toLowerCase() === column.name.toLowerCase()) < i,
  );
  if (twice !== undefined)
    throw new AppError(
      'invalid_input',
      `Readers of Parquet take '${twice.name.slice(0, 100)}' and another column for the ` +
        'same: their names differ in case alone.',
      { errors: [{ field: 'columns', message: 'Name one of them, or ask for CSV.' }] },
    );
  // COPY takes no parameters: what has any is kept first.
  await connection.run(
    'create or replace temp table exported as select ' +
      `${columns.map((column, i) => `${withZone(column)} as x${i}`).join(', ')} from ` +
      `${rows.text}${order}`,
    rows.values,
  );
  // No temporary file, which the connection may not write: the file may be there already.
  await connection.run(
    'copy (select ' +
      `${columns.map((column, i) => `x${i} as ${name(column.name)}`).join(', ')} from ` +
      `exported) to ${literal(to)} (format parquet, compression zstd, use_tmp_file false)`,
  );
  const [row] = (await connection.runAndReadAll('select count(*)::double from exported')).getRows();
  return {
    rows: Number(row?.[0]),
    notes: [...leftOut('Parquet', columns, keepsTypes), ...notes],
  };
}
