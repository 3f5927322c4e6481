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

const whichRows = { view: namedView.optional() };
const inParts = {
  by: field(columnName().optional().describe('Asked in each value of this column.'), {
    kind: 'category',
    label: 'In each',
    optional: true,
  }),
  by_adjust: partAdjustment.optional(),
};

/** Taken by every method of a dataset: which rows, and in which parts. */
export const rowsAlone = { ...whichRows, ...inParts };

/** The same with the level of intervals and of the verdict, where a method has one of these. */
export const rowsAsked = {
  ...whichRows,
  confidence_level: field(z.number().gt(0).lt(1).default(0.95), {
    kind: 'figure',
    label: 'Level of confidence',
    first: 0.95,
    between: [0.5, 0.999],
  }),
  ...inParts,
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
