import { AppError, fromFilter, parseExpression, type ViewEffect } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { ReadableView } from './view-statement.ts';
import { fieldsOf, type FieldColumn, type TableColumn } from '../table/table-column.ts';
import { compileFilter } from './compile-filter.ts';
import { findNearValues } from './find-near-values.ts';
import { findWholeDays } from './find-whole-days.ts';
import { changesColumns, conditionOf, openView } from './open-view.ts';
import type { Sql } from '../database/sql.ts';
import { viewColumns } from './view-columns.ts';
import { fileOf } from '../database/parquet-file.ts';

/**
 * Where the rows of a view are read: a table or file, a condition on it, and the columns it has.
 */
export interface FoundRows {
  readonly source: string;
  readonly condition: Sql | null;
  readonly columns: readonly FieldColumn[];
  readonly effects: readonly ViewEffect[];
}

/**
 * A view that only chooses rows is read from the file itself; any other is made into a table first.
 * Where a filter keeps nothing, the
 * effects say so, with near values.
 */
export async function findRows(
  connection: DuckDBConnection,
  parquet: string,
  table: readonly TableColumn[],
  view: ReadableView | undefined,
): Promise<FoundRows> {
  if (view?.saved !== undefined)
    throw new AppError('invalid_input', 'A saved view belongs to a dataset.', {
      errors: [{ field: 'view.saved', message: 'Send the view itself.' }],
    });
  const file = fileOf(parquet, table);
  const { filter } = view ?? {};
  const typed =
    typeof filter === 'string' && !changesColumns(view) ? conditionOf(file, table, filter) : null;
  const isMade =
    view !== undefined && (changesColumns(view) || (typeof filter === 'string' && typed === null));
  const columns = fieldsOf(table);
  const found: FoundRows = isMade
    ? { ...(await openView(connection, file, table, view)), condition: null }
    : {
        source: file,
        condition:
          filter === undefined || typeof filter === 'string'
            ? typed
            : compileFilter(filter, columns),
        columns,
        effects: [],
      };
  if (view === undefined || filter === undefined) return found;
  return { ...found, effects: await withFilter(connection, file, table, view, found) };
}

const filtered = 'rows filtered';

/**
 * The effects of a view with that of its filter among them, also where it is a condition on the
 * file; with near values where it keeps no row, and by whole days where it cuts one.
 */
export async function withFilter(
  connection: DuckDBConnection,
  file: string,
  table: readonly TableColumn[],
  view: ReadableView,
  { source, condition, effects }: Pick<FoundRows, 'source' | 'condition' | 'effects'>,
): Promise<readonly ViewEffect[]> {
  const made = [...effects];
  let isEmpty: boolean;
  if (condition !== null) {
    const { text, values } = condition;
    const counted = await connection.runAndReadAll(
      `select count(*)::double, count_if(${text})::double, count_if((${text}) is null)::double from ${source}`,
      [...values, ...values],
    );
    const [rows = 0, kept = 0, undecided = 0] = (counted.getRows()[0] ?? []).map(Number);
    made.push({
      step: filtered,
      rows_removed: rows - kept,
      ...(undecided === 0 ? {} : { rows_undecided: undecided }),
      cells_changed: 0,
      cells_lost: 0,
    });
    isEmpty = kept === 0;
  } else {
    const any = await connection.runAndReadAll(`select 1 from ${source} limit 1`);
    isEmpty = any.currentRowCount === 0;
  }
  if (view.filter === undefined) return made;
  // Values that a step made are not in the file.
  const own = new Set(fieldsOf(table).map(({ field }) => field));
  const columns = viewColumns(table, view).filter(({ field }) => own.has(field));
  const written =
    typeof view.filter === 'string' ? parseExpression(view.filter) : fromFilter(view.filter);
  const at = { source: file, columns };
  const nearest = await findNearValues(connection, at, written, isEmpty);
  const byDays = await findWholeDays(connection, at, written);
  const noted = {
    ...(nearest.length === 0 ? {} : { nearest }),
    ...(byDays === undefined ? {} : { by_days: byDays }),
  };
  return made.map((effect) => (effect.step === filtered ? { ...effect, ...noted } : effect));
}
