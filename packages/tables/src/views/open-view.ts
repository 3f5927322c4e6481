import { checkExpression, valueTypeOf, type ViewEffect } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { rowNumber } from '../database/parquet-file.ts';
import type { Sql } from '../database/sql.ts';
import type { FieldColumn, TableColumn } from '../table/table-column.ts';
import { asksRows } from './expression-facts.ts';
import { measureEffects } from './measure-effects.ts';
import { nameCategories } from './name-categories.ts';
import { readCondition } from './read-expressions.ts';
import { viewProgram } from './view-program.ts';
import { ViewPlan } from './view-plan.ts';
import type { ReadableView } from './view-statement.ts';

/** A view made into a table: its columns, derived ones last, and what each step did. */
export interface OpenedView {
  readonly source: string;
  readonly columns: readonly FieldColumn[];
  readonly effects: readonly ViewEffect[];
}

/** Whether a view does more than choose rows by conditions and order them. */
export const changesColumns = (view: ReadableView | undefined): boolean =>
  view !== undefined &&
  (view.clean !== undefined ||
    view.impute !== undefined ||
    view.derive !== undefined ||
    view.drop_missing !== undefined ||
    view.sample !== undefined);

/**
 * Makes the rows and columns of a view of a table (fields c1, c2, … and row numbers) into a
 * temporary table, by the statements
 * of its program. Throws invalid_expression, unknown_column, wrong_column_type, conflict of names,
 * too_complex.
 */
export async function openView(
  connection: DuckDBConnection,
  source: string,
  table: readonly TableColumn[],
  view: ReadableView,
): Promise<OpenedView> {
  const plan = new ViewPlan(source, table);
  for (const statement of viewProgram(table, view)) plan.apply(statement, view);
  const columns = plan.columns;
  const { text, values } = plan.layers.select(
    [...columns.map(({ field }) => field), rowNumber].join(', '),
    undefined,
    `order by ${rowNumber}`,
  );
  await connection.run(`create or replace temp table viewed as ${text}`, values);
  const effects = await measureEffects(connection, plan.layers, plan.watched);
  return {
    source: 'viewed',
    columns: await nameCategories(connection, columns, plan.made),
    effects,
  };
}

/**
 * A filter that needs nothing but a row's own columns, as a condition on the table itself; null for
 * any other. Throws invalid_expression.
 */
export function conditionOf(
  source: string,
  table: readonly TableColumn[],
  filter: string,
): Sql | null {
  const plan = new ViewPlan(source, table);
  const { condition: typed } = readCondition(filter, (expression) =>
    checkExpression(
      expression,
      table.map((column) => ({ name: column.name, type: valueTypeOf(column) })),
    ),
  );
  if (asksRows(typed)) return null;
  const { level, ...condition } = plan.compile(typed);
  return level === 0 && plan.layers.height === 0 ? condition : null;
}
