import { AppError, type View, type ViewEffect } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { ReadableView } from './view-program.ts';
import { fieldsOf, type FieldColumn, type TableColumn } from '../table/table-column.ts';
import { compileFilter } from './compile-filter.ts';
import { findNearValues } from './find-near-values.ts';
import { changesColumns, conditionOf, openView } from './open-view.ts';
import type { Sql } from '../database/sql.ts';
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
  const file = fileOf(parquet);
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
  if (filter === undefined) return found;
  return { ...found, effects: await withNearValues(connection, file, table, filter, found) };
}

/**
 * The effects of a view; where it keeps no row, that of its filter is among them, with near values
 * where there are any.
 */
export async function withNearValues(
  connection: DuckDBConnection,
  file: string,
  table: readonly TableColumn[],
  filter: View['filter'],
  { source, condition, effects }: Pick<FoundRows, 'source' | 'condition' | 'effects'>,
): Promise<readonly ViewEffect[]> {
  const any = await connection.runAndReadAll(
    `select 1 from ${source}${condition === null ? '' : ` where ${condition.text}`} limit 1`,
    condition?.values ?? [],
  );
  if (any.currentRowCount > 0) return effects;
  const near = await findNearValues(connection, file, table, filter);
  const has = effects.some(({ step }) => step === near.step);
  return has
    ? effects.map((effect) =>
        effect.step === near.step && near.nearest !== undefined
          ? { ...effect, nearest: near.nearest }
          : effect,
      )
    : [...effects, near];
}
