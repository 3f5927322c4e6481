import { parseExpression } from './parse-expression.ts';
import { sayExpression } from './say-expression.ts';
import type { CallExpression, Expression } from './syntax.ts';

const span = { from: 0, to: 0 };
const written = (name: string): string => sayExpression({ kind: 'column', name, span });
const isCall = (one: Expression | undefined, name: string): one is CallExpression =>
  one?.kind === 'call' && one.name === name;

/**
 * A filter that keeps the first row of each key: rows without one are no repetition, and stay.
 * People read it by the columns that readFirstRows finds in it.
 */
export const firstRowsOf = (columns: readonly string[]): string =>
  [
    ...columns.map((name) => `${written(name)} is missing`),
    `cumulative_sum(1, by: [${columns.map(written).join(', ')}]) = 1`,
  ].join(' or ');

/** The columns whose first rows a filter keeps, where it is one that firstRowsOf writes; else null. */
export function readFirstRows(expression: Expression): readonly string[] | null {
  const counted = alternativesOf(expression).at(-1);
  if (!isCall(counted, '=') || !isCall(counted.args[0], 'cumulative_sum')) return null;
  const columns = counted.args[0].by.flatMap((one) => (one.kind === 'column' ? [one.name] : []));
  const same = columns.length > 0 && sayExpression(expression) === said(columns);
  return same ? columns : null;
}

const said = (columns: readonly string[]): string =>
  sayExpression(parseExpression(firstRowsOf(columns)));

const alternativesOf = (expression: Expression): readonly Expression[] =>
  isCall(expression, 'or') ? expression.args.flatMap(alternativesOf) : [expression];
