import type { Cell, ExportFormat } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { literal } from '../database/sql.ts';
import { answerSize, type AnswerSize } from '../sql/rows-held.ts';
import { openStatement, type NamedTable } from '../sql/run-statement.ts';
import { sayDatabaseError } from '../sql/sql-errors.ts';
import { cellExpression } from '../table/cells.ts';
import { fieldsOf, type FieldColumn, type TableColumn } from '../table/table-column.ts';
import { withZone } from '../table/zones.ts';
import { writeDelimited } from './delimited.ts';
import { writers } from './export-file.ts';
import { writtenColumns, type WrittenColumn } from './left-out.ts';
import { batchesOf, rowsOf } from './open-rows.ts';

interface Asked {
  readonly format: ExportFormat;
  readonly forSpreadsheets: boolean;
}

/**
 * Writes what a statement answers in a format, and answers how much it is. Throws invalid_sql,
 * invalid_input where the format cannot hold it.
 */
export async function exportStatementAs(
  connection: DuckDBConnection,
  sql: string,
  tables: readonly NamedTable[],
  asked: Asked,
  to: string,
): Promise<AnswerSize> {
  const opened = await openStatement(connection, sql, tables);
  try {
    const rows = await writeAnswer(connection, opened.columns, asked, to);
    return await answerSize(connection, opened, tables, rows);
  } catch (error) {
    throw sayDatabaseError(error, sql, opened);
  }
}

/**
 * Writes what a statement answers as CSV, with nothing added to its texts. Answers how much it is,
 * and what its columns are. Throws invalid_sql.
 */
export async function exportStatement(
  connection: DuckDBConnection,
  sql: string,
  tables: readonly NamedTable[],
  to: string,
): Promise<AnswerSize & { readonly columns: WrittenColumn[] }> {
  const opened = await openStatement(connection, sql, tables);
  const { columns } = opened;
  const query = {
    text: `select ${columns.map(cellExpression).join(', ')} from answer`,
    values: [],
  };
  try {
    // Not through rowsOf, which counts first: the statement would run twice.
    const { rows, unkept } = await writeDelimited(
      { columns, batches: () => batchesOf(connection, query) },
      to,
      {
        delimiter: ',',
        forSpreadsheets: false,
      },
    );
    return {
      ...(await answerSize(connection, opened, tables, rows)),
      columns: writtenColumns(columns, unkept),
    };
  } catch (error) {
    throw sayDatabaseError(error, sql, opened);
  }
}

/** Cells that go into one statement. */
const cellsAtOnce = 2000;

/** Writes a table of an answer in a format, and answers how much it is. */
export async function exportTable(
  connection: DuckDBConnection,
  {
    columns: names,
    rows,
  }: { readonly columns: readonly string[]; readonly rows: readonly (readonly Cell[])[] },
  asked: Asked,
  to: string,
): Promise<AnswerSize> {
  const columns = fieldsOf(
    names.map((name, i) =>
      columnOf(
        name,
        rows.map((row) => row[i] ?? null),
      ),
    ),
  );
  await connection.run(
    `create temp table answer (${columns.map(({ field, storage }) => `${field} ${storage}`).join(', ')})`,
  );
  const step = Math.max(1, Math.floor(cellsAtOnce / Math.max(1, columns.length)));
  const line = `(${columns.map(() => '?').join(', ')})`;
  for (let start = 0; start < rows.length; start += step) {
    const some = rows.slice(start, start + step);
    await connection.run(
      `insert into answer values ${some.map(() => line).join(', ')}`,
      some.flatMap((row) =>
        columns.map(({ storage }, i) => {
          const value = row[i] ?? null;
          return value !== null && storage === 'VARCHAR' ? String(value) : value;
        }),
      ),
    );
  }
  const count = await writeAnswer(connection, columns, asked, to);
  return { rows: count, held: count };
}

/** Numbers where every cell is one, truth values likewise; else texts. */
function columnOf(name: string, cells: readonly Cell[]): TableColumn {
  const present = cells.filter((cell) => cell !== null);
  const all = (type: 'number' | 'boolean'): boolean =>
    present.length > 0 && present.every((cell) => typeof cell === type);
  if (all('number')) return { name, type: 'number', storage: 'DOUBLE' };
  if (all('boolean')) return { name, type: 'boolean', storage: 'BOOLEAN' };
  return { name, type: 'text', storage: 'VARCHAR' };
}

async function writeAnswer(
  connection: DuckDBConnection,
  columns: readonly FieldColumn[],
  { format, forSpreadsheets }: Asked,
  to: string,
): Promise<number> {
  const rows = await rowsOf(connection, columns, { text: 'answer', values: [] });
  if (format === 'csv') await writeDelimited(rows, to, { delimiter: ',', forSpreadsheets });
  else if (format === 'parquet')
    await connection.run(
      `copy (select ${columns.map((column) => `${withZone(column)} as "${column.name.replaceAll('"', '""')}"`).join(', ')} from answer) ` +
        `to ${literal(to)} (format parquet, compression zstd, use_tmp_file false)`,
    );
  else await writers[format](rows, to, { format, forSpreadsheets });
  return rows.count;
}
