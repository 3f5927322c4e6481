import { looksOverRows } from './over-all-rows.ts';
import { refuseExpression } from './refuse-expression.ts';
import type { CallExpression, Expression } from './syntax.ts';
import type { ExpressionColumn } from './typed.ts';

const arithmetic: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%', '^', 'negative']);
const comparisons: ReadonlySet<string> = new Set(['=', '!=', '<', '<=', '>', '>=', 'between']);
const memberships: ReadonlySet<string> = new Set(['in', 'not in']);

/**
 * Refuses a text that is exactly the name of a column where it can mean only that column: compared
 * with other texts written out, given to a function over rows, among groups, and beside numbers; in
 * double quotes, in which SQL writes names, in every call without a column. Throws
 * invalid_expression.
 */
export function refuseQuotedNames(
  expression: Expression,
  columns: readonly ExpressionColumn[],
): void {
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  const isNumber = (node: Expression): boolean =>
    node.kind === 'number' || (node.kind === 'column' && types.get(node.name) === 'number');
  const wantsColumn = ({ name, args }: CallExpression): boolean =>
    arithmetic.has(name) ||
    (comparisons.has(name) && args.some(isNumber)) ||
    ((comparisons.has(name) || memberships.has(name) || looksOverRows(name)) &&
      !args.some(hasColumn));
  const suspects = (node: CallExpression): readonly Expression[] => [
    ...node.by,
    ...(wantsColumn(node)
      ? node.args
      : node.args.some(hasColumn)
        ? []
        : node.args.filter(isDouble)),
  ];
  const refuse = (node: Expression): void => {
    if (node.kind !== 'text' || !types.has(node.text)) return;
    const shown = node.text.slice(0, 100);
    refuseExpression(`'${shown}' is a text here; the column is \`${shown}\`.`, node.span, {
      fix:
        'Names of columns are plain words or in backticks' +
        `${isDouble(node) ? '; a text of this name is in single quotes' : ''}.`,
    });
  };
  const look = (node: Expression): void => {
    if (node.kind === 'list') node.items.forEach(look);
    if (node.kind !== 'call') return;
    suspects(node).forEach(refuse);
    [...node.args, ...node.by].forEach(look);
  };
  // Alone, a text in single quotes may be a label that is meant for all rows.
  if (isDouble(expression)) refuse(expression);
  look(expression);
}

const isDouble = (node: Expression): boolean =>
  node.kind === 'text' && node.inDoubleQuotes === true;

const hasColumn = (node: Expression): boolean =>
  node.kind === 'column' ||
  (node.kind === 'list' && node.items.some(hasColumn)) ||
  (node.kind === 'call' && [...node.args, ...node.by].some(hasColumn));
