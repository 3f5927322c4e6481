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

/**
 * Numbers that a measure may be multiplied with or divided by: rounding cannot tell values apart by
 * them.
 */
const [leastFactor, mostFactor] = [1e-6, 1e6];

/** The value of a number that is written out; null for anything else. */
function valueOf(node: Expression | undefined): number | null {
  if (node?.kind === 'number') return Number(node.text);
  if (node?.kind !== 'call' || node.name !== 'negative') return null;
  const value = valueOf(node.args[0]);
  return value === null ? null : -value;
}

const isFactor = (node: Expression | undefined): boolean => {
  const size = Math.abs(valueOf(node) ?? 0);
  return size >= leastFactor && size <= mostFactor;
};

/**
 * The column of which an expression is a multiple. Throws forbidden for any other expression, which
 * could single out a
 * row: even a number that is added, when it is so large that small values vanish beside it.
 */
export function measureOf(text: string): string {
  const whole = parseExpression(text);
  const [inner] = whole.kind === 'call' && whole.name === 'negative' ? whole.args : [];
  const asked = inner ?? whole;
  const columnOf = (node: Expression | undefined): string | null =>
    node?.kind === 'column' ? node.name : null;
  const [left, right] = asked.kind === 'call' ? asked.args : [];
  const found =
    columnOf(asked) ??
    (asked.kind === 'call' && (asked.name === '*' || asked.name === '/') && isFactor(right)
      ? columnOf(left)
      : null) ??
    (asked.kind === 'call' && asked.name === '*' && isFactor(left) ? columnOf(right) : null);
  if (found === null)
    throw new AppError(
      'forbidden',
      'A credential that may not read rows asks for figures of one column, which may be ' +
        'multiplied with or divided by one number between 0.000001 and 1000000.',
      { fix: 'Write, for example, salary / 1000; choose rows in the filter.' },
    );
  return found;
}

/**
 * The column that an expression puts into intervals, or takes a part of its date, and the bounds of
 * the intervals. Throws forbidden for any other expression.
 */
export function groupingOf(text: string): {
  readonly column: string;
  readonly bounds: readonly string[];
} {
  const node = parseExpression(text);
  if (node.kind === 'column') return { column: node.name, bounds: [] };
  const [first, ...rest] = node.kind === 'call' && parts.has(node.name) ? node.args : [];
  if (first?.kind !== 'column' || !rest.every(isConstant))
    throw new AppError(
      'forbidden',
      'A credential that may not read rows groups by columns, by bin() of a column, or by a ' +
        'part of a date such as year().',
      { fix: 'Group by, for example, bin(age, [0, 20, 60, 100]).' },
    );
  const bounds = rest.flatMap((one) => (one.kind === 'list' ? one.items.map(textOf) : []));
  return { column: first.name, bounds };
}

/** A number as it is written out. */
function textOf(node: Expression): string {
  if (node.kind === 'number') return node.text;
  const [inner] = node.kind === 'call' && node.name === 'negative' ? node.args : [];
  return inner === undefined ? '' : `-${textOf(inner)}`;
}
