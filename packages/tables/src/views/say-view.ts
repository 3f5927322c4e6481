import type { View } from '@columnist/contract';
import type { TableColumn } from '../table/table-column.ts';
import { viewProgram } from './view-program.ts';

/** What a view does, part by part, in words. Throws invalid_expression, unknown_column. */
export function sayView(table: readonly TableColumn[], view: View): string[] {
  const said = viewProgram(table, view).flatMap((statement) => {
    if (statement.kind === 'keep where') statement.condition();
    return statement.kind === 'columns' || (statement.kind === 'set' && statement.part === 'hidden')
      ? []
      : [statement.said];
  });
  return said.filter((one, i) => one !== said[i - 1]);
}
