import { z } from 'zod';
import { fromFilter } from '../expression/expression-json.ts';
import { sayExpression } from '../expression/say-expression.ts';
import { view, type Condition, type View } from '../view.ts';
import { columnName, field } from './field.ts';

// Named: written out, the view would be in the type of every method.
export interface AskedView extends z.output<typeof view> {}
export interface SentView extends z.input<typeof view> {}
const namedView: z.ZodType<AskedView, SentView> = view;

/** How p is adjusted for the number of parts. */
export const partAdjustment = z.enum(['holm', 'bonferroni', 'bh', 'none']);

/** Taken by every method of a dataset: which rows, in which parts, and the level of its intervals. */
export const rowsAsked = {
  view: namedView.optional(),
  confidence_level: z.number().gt(0).lt(1).default(0.95),
  by: field(columnName().optional().describe('Asked in each value of this column.'), {
    kind: 'category',
    label: 'In each',
    optional: true,
  }),
  by_adjust: partAdjustment.optional(),
};

/**
 * The rows of a view that have this value in a column. Values of number columns that no double holds
 * are texts; `isNumber` says that they are numbers.
 */
export function inPart(
  asked: View | undefined,
  column: string,
  value: string | number | boolean,
  isNumber: boolean,
): View {
  const condition: Condition = { column, op: 'eq', value };
  const { filter } = asked ?? {};
  if (filter === undefined) return { ...asked, filter: condition };
  if (typeof filter !== 'string') return { ...asked, filter: { and: [filter, condition] } };
  const said = sayExpression(fromFilter(condition, new Set(isNumber ? [column] : [])));
  return { ...asked, filter: `(${filter}) and ${said}` };
}
