import { AppError, findColumn } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { TableRef } from '../table/table-ref.ts';
import type { ExportInput } from './export-rows.ts';
import { orderBy } from '../table/order-by.ts';
import type { FieldColumn } from '../table/table-column.ts';
import { findRows } from '../views/find-rows.ts';
import { rowNumber } from '../database/parquet-file.ts';
import { literal } from '../database/sql.ts';

/** SQL of a value; moments in UTC are kept without their zone, which the file is to have. */
const withZone = ({ field, storage }: FieldColumn): string =>
  storage === 'TIMESTAMPTZ' ? `make_timestamptz(epoch_us(${field}))` : field;

const name = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/**
 * Writes the rows of a view as Parquet with the types of its columns, sorted as in `readRows`.
 * Answers how many there are. Throws unknown_column, invalid_input.
 */
export async function exportParquet(
  connection: DuckDBConnection,
  table: TableRef,
  { columns: wanted, view }: Omit<ExportInput, 'forSpreadsheets'>,
  to: string,
): Promise<number> {
  const {
    source,
    condition,
    columns: fields,
  } = await findRows(connection, table.parquet, table.columns, view);
  const columns = wanted === undefined ? fields : wanted.map((one) => findColumn(fields, one));
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
  const keys = orderBy(fields, view?.sort);
  const where = condition === null ? '' : ` where ${condition.text}`;
  // COPY takes no parameters: what has any is kept first.
  await connection.run(
    'create or replace temp table exported as select ' +
      `${columns.map((column, i) => `${withZone(column)} as x${i}`).join(', ')} from ` +
      `${source}${where} order by ${[...keys, rowNumber].join(', ')}`,
    condition?.values ?? [],
  );
  await connection.run(
    'copy (select ' +
      `${columns.map((column, i) => `x${i} as ${name(column.name)}`).join(', ')} from ` +
      `exported) to ${literal(to)} (format parquet, compression zstd)`,
  );
  const [row] = (await connection.runAndReadAll('select count(*)::double from exported')).getRows();
  return Number(row?.[0]);
}
