import type { View } from '@columnist/contract';
import type { TableColumn } from '../table/table-column.ts';
import { viewProgram } from '../views/view-program.ts';
import type { ViewStatement } from '../views/view-statement.ts';
import type { ExpressionWriter } from './expression-writer.ts';

/** How a language writes what is around the expressions. */
interface Language {
  /** Lines that read the file of the rows. */
  readonly reading: readonly string[];
  /** Lines that define these helpers. */
  readonly defining: (helpers: readonly string[]) => readonly string[];
  /** The lines of one statement of a view. */
  readonly linesOf: (statement: ViewStatement) => readonly string[];
}

/** A program that reads the rows of a dataset and does what the view does, each step with a comment. */
export function writeProgram<Helper extends string>(
  table: readonly TableColumn[],
  view: View,
  writer: ExpressionWriter<Helper>,
  { reading, defining, linesOf }: Language,
): string {
  const steps = viewProgram(table, view).flatMap((statement) => {
    writer.order = statement.kind === 'set' || statement.kind === 'keep' ? statement.order : [];
    return [
      ...(statement.kind === 'columns' ? [] : [`# ${statement.said.replaceAll(/\s+/g, ' ')}`]),
      ...linesOf(statement),
    ];
  });
  const helpers = writer.helpers();
  return [
    ...reading,
    ...(helpers.length === 0 ? [] : defining(helpers)),
    ...(steps.length === 0 ? [] : ['', ...steps]),
    '',
  ].join('\n');
}
