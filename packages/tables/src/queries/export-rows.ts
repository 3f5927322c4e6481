import { findColumn, forSpreadsheet, type View } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { open } from 'node:fs/promises';
import { writeRecord } from '../admission/field-dialect.ts';
import { orderBy } from '../table/order-by.ts';
import { cellExpression, cellOf } from '../table/cells.ts';
import type { TableRef } from '../table/table-ref.ts';
import { findRows } from '../views/find-rows.ts';
import { rowNumber } from '../database/parquet-file.ts';
import type { Sql } from '../database/sql.ts';
import type { FieldColumn } from '../table/table-column.ts';

export interface ExportInput {
  readonly columns?: string[] | undefined;
  readonly view?: View | undefined;
  /** Text that a spreadsheet would take for a formula gets an apostrophe before it. */
  readonly forSpreadsheets: boolean;
}

/**
 * Writes the rows of a view as RFC 4180 text in UTF-8, sorted as in `readRows`. Answers how many
 * there are.
 */
export async function exportRows(
  connection: DuckDBConnection,
  table: TableRef,
  { columns: wanted, view, forSpreadsheets }: ExportInput,
  to: string,
): Promise<number> {
  const {
    source,
    condition,
    columns: fields,
  } = await findRows(connection, table.parquet, table.columns, view);
  const columns = wanted === undefined ? fields : wanted.map((name) => findColumn(fields, name));
  const keys = orderBy(fields, view?.sort);
  const where = condition === null ? '' : ` where ${condition.text}`;
  return writeCsv(
    connection,
    columns,
    {
      text:
        `select ${columns.map(cellExpression).join(', ')} from ${source}${where} order by ` +
        [...keys, rowNumber].join(', '),
      values: condition?.values ?? [],
    },
    { to, forSpreadsheets },
  );
}

/** Writes the rows of a query, whose columns are these, as RFC 4180 text. Answers how many. */
export async function writeCsv(
  connection: DuckDBConnection,
  columns: readonly FieldColumn[],
  query: Sql,
  { to, forSpreadsheets }: { readonly to: string; readonly forSpreadsheets: boolean },
): Promise<number> {
  const text = (cell: string): string => (forSpreadsheets ? forSpreadsheet(cell) : cell);
  const output = await open(to, 'w');
  let rows = 0;
  try {
    await output.write(`${writeRecord(columns.map(({ name }) => text(name)))}\n`);
    const result = await connection.stream(query.text, query.values);
    for (
      let chunk = await result.fetchChunk();
      chunk !== null && chunk.rowCount > 0;
      chunk = await result.fetchChunk()
    ) {
      const lines = chunk.getRows().map((row) =>
        writeRecord(
          columns.map((column, i) => {
            const cell = cellOf(column, row[i] ?? null);
            return cell === null
              ? ''
              : column.type === 'text' || column.type === 'category'
                ? text(String(cell))
                : String(cell);
          }),
        ),
      );
      rows += lines.length;
      await output.write(`${lines.join('\n')}\n`);
    }
    return rows;
  } finally {
    await output.close();
  }
}
