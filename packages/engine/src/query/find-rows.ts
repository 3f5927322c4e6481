import { AppError, type View, type ViewEffect } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { fieldsOf, type FieldColumn, type TableColumn } from '../columns/table-column.ts';
import { compileFilter } from './compile-filter.ts';
import { changesColumns, conditionOf, openView } from './open-view.ts';
import type { Sql } from './sql.ts';
import { fileOf } from './parquet-file.ts';

/** Where the rows of a view are read: a table or file, a condition on it, and the columns it has. */
export interface FoundRows {
  readonly source: string;
  readonly condition: Sql | null;
  readonly columns: readonly FieldColumn[];
  readonly effects: readonly ViewEffect[];
}

/** A view that only chooses rows is read from the file itself; any other is made into a table first. */
export async function findRows(connection: DuckDBConnection, parquet: string, table: readonly TableColumn[], view: View | undefined): Promise<FoundRows> {
  if (view?.saved !== undefined) throw new AppError('invalid_input', 'A saved view belongs to a dataset.', { errors: [{ field: 'view.saved', message: 'Send the view itself.' }] });
  const file = fileOf(parquet);
  const { filter } = view ?? {};
  const typed = typeof filter === 'string' && !changesColumns(view) ? conditionOf(file, table, filter) : null;
  if (view !== undefined && (changesColumns(view) || (typeof filter === 'string' && typed === null))) return { ...(await openView(connection, file, table, view)), condition: null };
  const columns = fieldsOf(table);
  return { source: file, condition: filter === undefined || typeof filter === 'string' ? typed : compileFilter(filter, columns), columns, effects: [] };
}
