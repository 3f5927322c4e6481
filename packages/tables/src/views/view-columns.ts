import { fieldsOf, type FieldColumn, type TableColumn } from '../table/table-column.ts';
import { viewProgram } from './view-program.ts';
import { ViewPlan } from './view-plan.ts';
import type { ReadableView } from './view-statement.ts';

/**
 * The columns of a view under the names that it gives them, with the fields of the file or of its
 * steps, before a row is read. What is named beside a view is a name of these. Throws
 * invalid_expression, unknown_column.
 */
export function viewColumns(
  table: readonly TableColumn[],
  view: ReadableView | undefined,
): readonly FieldColumn[] {
  if (view === undefined) return fieldsOf(table);
  const plan = new ViewPlan('', table);
  for (const statement of viewProgram(table, view)) plan.apply(statement, view);
  return plan.columns;
}
