import type { Cell, ExportFormat } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { literal } from '../database/sql.ts';
import { answerSize, type AnswerSize } from '../sql/rows-held.ts';
import { openStatement, type NamedTable } from '../sql/run-statement.ts';
import { sayDatabaseError } from '../sql/sql-errors.ts';
import { cellExpression } from '../table/cells.ts';
import { fieldsOf, type FieldColumn, type TableColumn } from '../table/table-column.ts';
import { withZone, withoutZone } from '../table/zones.ts';
import { answeredColumn, type AnsweredColumn } from './answered-column.ts';
import { writeDelimited } from './delimited.ts';
import { writers } from './export-file.ts';
import { writtenColumns, type Exported, type WrittenColumn } from './left-out.ts';
import { heldMoments } from './held-moments.ts';
import { batchesOf, rowsOf } from './open-rows.ts';

interface Asked {
  readonly format: ExportFormat;
  readonly forSpreadsheets: boolean;
}

/** How much was written, and how its columns are kept. */
interface WrittenAnswer extends AnswerSize {
  readonly columns: readonly Pick<TableColumn, 'name' | 'storage'>[];
  /** What the file could not take along, in sentences. */
  readonly notes: readonly string[];
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
): Promise<WrittenAnswer> {
  const opened = await openStatement(connection, sql, tables);
  try {
    const { rows, notes } = await writeAnswer(connection, opened.columns, asked, to);
    const size = await answerSize(connection, opened, tables, rows);
    const columns = opened.columns.map(({ name, storage }) => ({ name, storage }));
    return { ...size, columns, notes };
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
    columns: answered,
    rows,
  }: {
    readonly columns: readonly AnsweredColumn[];
    readonly rows: readonly (readonly Cell[])[];
  },
  asked: Asked,
  to: string,
): Promise<WrittenAnswer> {
  const columns = fieldsOf(
    answered.map((column, i) =>
      answeredColumn(
        column,
        rows.map((row) => row[i] ?? null),
      ),
    ),
  );
  await connection.run(`create temp table answer (${columns.map(fieldOf).join(', ')})`);
  const step = Math.max(1, Math.floor(cellsAtOnce / Math.max(1, columns.length)));
  const line = `(${columns.map(placeFor).join(', ')})`;
  for (let start = 0; start < rows.length; start += step) {
    const some = rows.slice(start, start + step);
    await connection.run(
      `insert into answer values ${some.map(() => line).join(', ')}`,
      some.flatMap((row) =>
        columns.map(({ storage }, i) => {
          const value = row[i] ?? null;
          return value === null || storage === 'DOUBLE' || storage === 'BOOLEAN'
            ? value
            : String(value);
        }),
      ),
    );
  }
  const { rows: count, notes } = await writeAnswer(connection, columns, asked, to);
  return {
    rows: count,
    held: count,
    notes,
    columns: columns.map(({ name, storage }) => ({ name, storage })),
  };
}

const fieldOf = ({ field, storage }: FieldColumn): string =>
  `${field} ${storage === 'TIMESTAMPTZ' ? 'TIMESTAMP' : storage}`;

/** SQL that takes a cell as it is answered. */
const placeFor = ({ storage, type }: TableColumn): string =>
  type !== 'datetime'
    ? '?'
    : storage === 'TIMESTAMPTZ'
      ? `(select ${withoutZone('m')} from (values (?::varchar::timestamptz)) as taken (m))`
      : `?::varchar::${storage}`;

async function writeAnswer(
  connection: DuckDBConnection,
  columns: readonly FieldColumn[],
  { format, forSpreadsheets }: Asked,
  to: string,
): Promise<Exported> {
  const rows = await rowsOf(connection, columns, { text: 'answer', values: [] });
  if (format === 'csv') {
    const { notes } = await writeDelimited(rows, to, { delimiter: ',', forSpreadsheets });
    return { rows: rows.count, notes: [...notes] };
  }
  if (format === 'parquet') {
    const held = await heldMoments('Parquet', rows, 'finite');
    await connection.run(
      `copy (select ${held.columns.map((column) => `${withZone(column)} as "${column.name.replaceAll('"', '""')}"`).join(', ')} from answer) ` +
        `to ${literal(to)} (format parquet, compression zstd, use_tmp_file false)`,
    );
    return { rows: rows.count, notes: held.notes };
  }
  return { rows: rows.count, notes: await writers[format](rows, to, { format, forSpreadsheets }) };
}
