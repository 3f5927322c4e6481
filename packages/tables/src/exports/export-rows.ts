import { findColumn, type View } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { writeDelimited } from './delimited.ts';
import { keepsNothing, leftOut, type Exported } from './left-out.ts';
import { batchesOf, withLabels } from './open-rows.ts';
import { orderBy } from '../table/order-by.ts';
import { cellExpression } from '../table/cells.ts';
import type { TableRef } from '../table/table-ref.ts';
import { findRows } from '../views/find-rows.ts';
import { rowNumber } from '../database/parquet-file.ts';

export interface ExportInput {
  readonly columns?: string[] | undefined;
  readonly view?: View | undefined;
  /** Text that a spreadsheet would take for a formula gets an apostrophe before it. */
  readonly forSpreadsheets: boolean;
}

/**
 * Writes the rows of a view as RFC 4180 text in UTF-8, sorted as in `readRows`. Answers how many
 * there are, and what CSV could not take along.
 */
export async function exportRows(
  connection: DuckDBConnection,
  table: TableRef,
  { columns: wanted, view, forSpreadsheets }: ExportInput,
  to: string,
): Promise<Exported> {
  const {
    source,
    condition,
    columns: fields,
  } = await findRows(connection, table.parquet, table.columns, view);
  const columns = wanted === undefined ? fields : wanted.map((name) => findColumn(fields, name));
  const keys = orderBy(fields, view?.sort);
  const where = condition === null ? '' : ` where ${condition.text}`;
  const query = {
    text:
      `select ${columns.map(cellExpression).join(', ')} from ${source}${where} order by ` +
      [...keys, rowNumber].join(', '),
    values: condition?.values ?? [],
  };
  const rows = await writeDelimited({ columns, batches: () => batchesOf(connection, query) }, to, {
    delimiter: ',',
    forSpreadsheets,
  });
  return { rows, notes: leftOut('CSV', withLabels(columns, table), keepsNothing) };
}
