import { AppError, parseExpression, type Expression } from '@columnist/contract';

const parts: ReadonlySet<string> = new Set([
  'year',
  'quarter',
  'month',
  'week',
  'weekday',
  'day',
  'hour',
  'date',
  'bin',
]);
const isNumber = (node: Expression | undefined): boolean =>
  node?.kind === 'number' ||
  (node?.kind === 'call' && node.name === 'negative' && isNumber(node.args[0]));
const isConstant = (node: Expression): boolean =>
  isNumber(node) || node.kind === 'text' || (node.kind === 'list' && node.items.every(isConstant));

/** The column of which an expression is a multiple with something added; throws forbidden for any other expression, which could single out a row. */
export function measureOf(text: string): string {
  const column = (node: Expression): string | null => {
    if (node.kind === 'column') return node.name;
    if (node.kind !== 'call') return null;
    const [left, right] = node.args;
    if (left === undefined) return null;
    if (node.name === 'negative') return column(left);
    if (right === undefined || !['+', '-', '*', '/'].includes(node.name)) return null;
    if (isNumber(right)) return column(left);
    return isNumber(left) && node.name !== '/' ? column(right) : null;
  };
  const found = column(parseExpression(text));
  if (found === null)
    throw new AppError(
      'forbidden',
      'A credential that may not read rows asks for figures of one column, which may be added to or multiplied with numbers.',
      { fix: 'Write, for example, salary / 1000; choose rows in the filter.' },
    );
  return found;
}

/** Throws forbidden unless the expression puts one column into intervals or takes a part of a date. */
export function checkGrouping(text: string): void {
  const node = parseExpression(text);
  if (node.kind === 'column') return;
  const [first, ...rest] = node.kind === 'call' && parts.has(node.name) ? node.args : [];
  if (first?.kind !== 'column' || !rest.every(isConstant))
    throw new AppError(
      'forbidden',
      'A credential that may not read rows groups by columns, by bin() of a column, or by a part of a date such as year().',
      { fix: 'Group by, for example, bin(age, [0, 18, 65, 120]).' },
    );
}
