import type { View, ViewExplanation } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { pythonCode } from './python-code.ts';
import { rCode } from './r-code.ts';
import { hasReturns } from './r-returns.ts';
import { fieldsOf } from '../table/table-column.ts';
import type { TableRef } from '../table/table-ref.ts';
import { withFilter } from '../views/find-rows.ts';
import { openView } from '../views/open-view.ts';
import { fileOf } from '../database/parquet-file.ts';
import { provenanceOf } from '../views/provenance.ts';

/**
 * What a view does: rows and columns it gives, what each part did, and code that does the same.
 * Throws invalid_expression, unknown_column.
 */
export async function explainView(
  connection: DuckDBConnection,
  table: TableRef,
  view: View,
): Promise<ViewExplanation> {
  const file = fileOf(table.parquet, table.columns);
  const opened = await openView(connection, file, table.columns, view);
  const { source, columns } = opened;
  const effects =
    view.filter === undefined
      ? opened.effects
      : await withFilter(connection, file, table.columns, view, {
          ...opened,
          condition: null,
        });
  const rows = Number(
    (await connection.runAndReadAll(`select count(*)::double from ${source}`)).value(0, 0),
  );
  const ask = async (selected: readonly string[]) =>
    (await connection.runAndReadAll(`select ${selected.join(', ')} from ${file}`)).getRows()[0] ??
    [];
  const returns = await hasReturns(fieldsOf(table.columns), ask);
  return {
    ...provenanceOf(table, rows, view, {}, effects),
    columns: columns.map(({ name, type }) => ({ name, type })),
    code: { r: rCode(table.columns, view, returns), python: pythonCode(table.columns, view) },
  };
}
