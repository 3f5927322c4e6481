import type { View, ViewExplanation } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { pythonCode } from '../code/python-code.ts';
import { rCode } from '../code/r-code.ts';
import type { TableRef } from '../engine.ts';
import { openView } from './open-view.ts';
import { fileOf } from './parquet-file.ts';
import { provenanceOf } from './provenance.ts';

/** What a view does: rows and columns it gives, what each part did, and code that does the same. Throws invalid_expression, unknown_column. */
export async function explainView(connection: DuckDBConnection, table: TableRef, view: View): Promise<ViewExplanation> {
  const { source, columns, effects } = await openView(connection, fileOf(table.parquet), table.columns, view);
  const rows = Number((await connection.runAndReadAll(`select count(*)::double from ${source}`)).value(0, 0));
  return {
    ...provenanceOf(table, rows, view, {}, effects),
    columns: columns.map(({ name, type }) => ({ name, type })),
    code: { r: rCode(table.columns, view), python: pythonCode(table.columns, view) },
  };
}
