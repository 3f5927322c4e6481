import type { View, ViewExplanation } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { pythonCode } from '../code/python-code.ts';
import { rCode } from '../code/r-code.ts';
import type { TableRef } from '../engine.ts';
import { withNearValues } from './find-rows.ts';
import { openView } from './open-view.ts';
import { fileOf } from './parquet-file.ts';
import { provenanceOf } from './provenance.ts';

/** What a view does: rows and columns it gives, what each part did, and code that does the same. Throws invalid_expression, unknown_column. */
export async function explainView(
  connection: DuckDBConnection,
  table: TableRef,
  view: View,
): Promise<ViewExplanation> {
  const file = fileOf(table.parquet);
  const opened = await openView(connection, file, table.columns, view);
  const { source, columns } = opened;
  const effects =
    view.filter === undefined
      ? opened.effects
      : await withNearValues(connection, file, table.columns, view.filter, {
          ...opened,
          condition: null,
        });
  const rows = Number(
    (await connection.runAndReadAll(`select count(*)::double from ${source}`)).value(0, 0),
  );
  return {
    ...provenanceOf(table, rows, view, {}, effects),
    columns: columns.map(({ name, type }) => ({ name, type })),
    code: { r: rCode(table.columns, view), python: pythonCode(table.columns, view) },
  };
}
