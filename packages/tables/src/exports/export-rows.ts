import type { DuckDBConnection } from '@duckdb/node-api';
import { cellExpression } from '../table/cells.ts';
import type { TableRef } from '../table/table-ref.ts';
import { writeDelimited } from './delimited.ts';
import {
  keepsNothing,
  leftOut,
  writtenColumns,
  type Exported,
  type WrittenColumn,
} from './left-out.ts';
import { batchesOf, chooseRows, type RowsChosen } from './open-rows.ts';

export interface ExportInput extends RowsChosen {
  /** Text that a spreadsheet would take for a formula gets an apostrophe before it. */
  readonly forSpreadsheets: boolean;
}

/**
 * Writes the rows of a view as RFC 4180 text in UTF-8, sorted as in `readRows`. Answers how many
 * there are, what CSV could not take along, and what its columns are. Throws unknown_column,
 * invalid_input.
 */
export async function exportRows(
  connection: DuckDBConnection,
  table: TableRef,
  { forSpreadsheets, ...chosen }: ExportInput,
  to: string,
): Promise<Exported & { readonly columns: WrittenColumn[] }> {
  const { columns, rows, order } = await chooseRows(connection, table, chosen);
  const query = {
    text: `select ${columns.map(cellExpression).join(', ')} from ${rows.text}${order}`,
    values: rows.values,
  };
  const {
    rows: count,
    unkept,
    notes,
  } = await writeDelimited({ columns, batches: () => batchesOf(connection, query) }, to, {
    delimiter: ',',
    forSpreadsheets,
  });
  return {
    rows: count,
    notes: [...leftOut('CSV', columns, keepsNothing), ...notes],
    columns: writtenColumns(columns, unkept),
  };
}
