import type { View } from '../view.ts';
import type { ExpressionJson } from './expression-json.ts';
import { functionOf, isFunction } from './functions.ts';
import { parseExpression } from './parse-expression.ts';
import type { Expression } from './syntax.ts';

/**
 * Which rows a function over rows looks at when nothing is written: 1, all rows before the filter
 * in the order of the file; 2, the rows in use.
 */
export const viewLanguage = 2;

/** Whether a function of this name looks at other rows. */
export const looksOverRows = (name: string): boolean =>
  isFunction(name) && functionOf(name).overRows === true;

/**
 * A view of language 1 with the same meaning in today's: every function over rows says `over: all`.
 * What cannot be read stays as it is.
 */
export function overAllRows(view: View): View {
  const { derive, filter } = view;
  const rewrite = (expression: string | ExpressionJson): string | ExpressionJson =>
    typeof expression === 'string' ? inText(expression) : inJson(expression);
  return {
    ...view,
    ...(derive === undefined
      ? {}
      : {
          derive: derive.map(({ name, expression }) => ({ name, expression: rewrite(expression) })),
        }),
    ...(typeof filter === 'string' ? { filter: inText(filter) } : {}),
  };
}

function inText(text: string): string {
  let whole: Expression;
  try {
    whole = parseExpression(text);
  } catch {
    return text;
  }
  const ends: number[] = [];
  const look = (node: Expression): void => {
    if (node.kind === 'list') node.items.forEach(look);
    if (node.kind !== 'call') return;
    [...node.args, ...node.by].forEach(look);
    if (looksOverRows(node.name) && node.over === undefined) ends.push(node.span.to - 1);
  };
  look(whole);
  return ends
    .toSorted((a, b) => b - a)
    .reduce((done, end) => `${done.slice(0, end)}, over: all${done.slice(end)}`, text);
}

function inJson(json: ExpressionJson): ExpressionJson {
  if (json === null || typeof json !== 'object' || 'column' in json) return json;
  const { call, args, by, over } = json;
  const scope = over ?? (looksOverRows(call) ? 'all' : undefined);
  return {
    call,
    args: args.map(inJson),
    ...(by === undefined ? {} : { by: by.map(inJson) }),
    ...(scope === undefined ? {} : { over: scope }),
  };
}
