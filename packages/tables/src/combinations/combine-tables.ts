import {
  AppError,
  mostCombinedRows,
  type Combination,
  type CombinationReport,
} from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { writeRecord } from '../admission/field-dialect.ts';
import { literal } from '../database/sql.ts';
import { refuseBytes, refuseCells } from '../queries/read-rows.ts';
import type { WrittenColumn } from '../exports/left-out.ts';
import { saidOfColumn } from '../table/said-of-column.ts';
import { cellExpression, cellsOf } from '../table/cells.ts';
import { fieldsOf } from '../table/table-column.ts';
import { appendTables } from './append-tables.ts';
import { count, type Combined, type CombinedTable } from './combined.ts';
import { writtenAs } from './common-storage.ts';
import { joinTables } from './join-tables.ts';
import { pivotTable } from './pivot-table.ts';
import { unpivotTable } from './unpivot-table.ts';

const rowsShown = 20;

/** Checks a combination and counts what it would make. The tables have the order of its sources. */
function plan(
  connection: DuckDBConnection,
  combination: Combination,
  tables: readonly CombinedTable[],
  explain: boolean,
): Combined | Promise<Combined> {
  const [one, other] = tables;
  if (one === undefined) throw new Error('A combination has a table.');
  if (combination.kind === 'append') return appendTables(combination, tables);
  if (combination.kind === 'pivot') return pivotTable(connection, combination, one);
  if (combination.kind === 'unpivot') return unpivotTable(combination, one);
  if (other === undefined) throw new Error('A join has two tables.');
  return joinTables(connection, combination, [one, other], explain);
}

const reportOf = (made: Combined): Omit<CombinationReport, 'items'> => ({
  row_count: made.rowCount,
  columns: made.columns.map(({ name, type }) => ({ name, type })),
  renamed: made.renamed,
  warnings: made.warnings,
  join: made.join,
  append: made.append,
});

const tooLarge = (rows: number): AppError =>
  new AppError(
    'too_complex',
    `The result would have ${count(rows)} rows; a combination has at most ${count(mostCombinedRows)}.`,
    {
      limit: mostCombinedRows,
      fix: 'Join by more columns, or make the keys of one dataset unique first.',
    },
  );

/**
 * What a combination would make, with its first rows; nothing is written, and rows that would be too
 * many are not made. Throws unknown_column, wrong_column_type, invalid_input, too_complex.
 */
export async function previewCombination(
  connection: DuckDBConnection,
  combination: Combination,
  tables: readonly CombinedTable[],
): Promise<CombinationReport> {
  const made = await plan(connection, combination, tables, true);
  const report = reportOf(made);
  if (made.rowCount > mostCombinedRows) {
    const { message, details } = tooLarge(made.rowCount);
    return {
      ...report,
      warnings: [
        ...made.warnings,
        { code: 'too_large', message: `${message} ${details.fix ?? ''}` },
      ],
      items: [],
    };
  }
  const columns = fieldsOf(made.columns);
  refuseCells(rowsShown, columns.length);
  const rows = (
    await connection.runAndReadAll(
      `select ${columns.map(cellExpression).join(', ')} from (select ` +
        `${columns.map(({ value, field }) => `${value} as ${field}`).join(', ')} from ${made.from} ` +
        `order by ${made.order.join(', ')} limit ${rowsShown})`,
    )
  ).getRows();
  const items = cellsOf(columns, rows);
  refuseBytes(items);
  return { ...report, items };
}

interface WrittenCombination {
  readonly report: CombinationReport;
  readonly columns: Pick<WrittenColumn, 'name' | 'storage' | 'said'>[];
}

/**
 * Writes a combination as RFC 4180 text in UTF-8 by the database itself, values with all their
 * digits. The connection may write `${to}.rows`. Answers what was made, how each column is
 * kept and what is said about it. Throws as the preview does.
 */
export async function exportCombination(
  connection: DuckDBConnection,
  combination: Combination,
  tables: readonly CombinedTable[],
  to: string,
): Promise<WrittenCombination> {
  const made = await plan(connection, combination, tables, false);
  if (made.rowCount > mostCombinedRows) throw tooLarge(made.rowCount);
  await writeCombined(connection, made, to);
  return {
    report: { ...reportOf(made), items: [] },
    columns: made.columns.map((column) => ({
      name: column.name,
      storage: column.storage,
      said: saidOfColumn(column),
    })),
  };
}

/**
 * Writes the rows of a combination that is checked, below a line of its names. The connection may
 * write `${to}.rows`.
 */
export async function writeCombined(
  connection: DuckDBConnection,
  made: Pick<Combined, 'columns' | 'from' | 'order'>,
  to: string,
): Promise<void> {
  const rows = `${to}.rows`;
  const cells = made.columns.map((column) => writtenAs(column, column.value));
  // A row of one empty field without quotes would be a blank line.
  const fields = cells.length === 1 ? cells.map((cell) => `coalesce(${cell}, '')`) : cells;
  try {
    await connection.run(
      `copy (select ${fields.map((field, i) => `${field} as c${i + 1}`).join(', ')} ` +
        `from ${made.from} order by ${made.order.join(', ')}) to ${literal(rows)} ` +
        `(format csv, header false, delimiter ',', quote '"')`,
    );
    // The database would give names that differ in case alone other ones.
    await writeFile(to, `${writeRecord(made.columns.map(({ name }) => name))}\n`);
    await pipeline(createReadStream(rows), createWriteStream(to, { flags: 'a' }));
  } finally {
    await rm(rows, { force: true });
  }
}
