import { comparable, expectType, isMoment, shownTypes } from './compare-types.ts';
import type { ValueType } from './functions.ts';
import { refuseExpression } from './refuse-expression.ts';
import { sayExpression } from './say-expression.ts';
import type { CallExpression, Expression } from './syntax.ts';
import type { OperatorName, Typed } from './typed.ts';

const arithmetic = new Set(['+', '-', '*', '/', '%', '^']);
const comparisons = new Set(['=', '!=', '<', '<=', '>', '>=']);

const operators: ReadonlySet<string> = new Set([
  ...arithmetic,
  ...comparisons,
  'negative',
  'and',
  'or',
  'not',
  'in',
  'not in',
  'between',
  'is missing',
  'is present',
]);
export const isOperator = (name: string): name is OperatorName => operators.has(name);

const isMissing = (arg: Typed): boolean => arg.kind === 'literal' && arg.type === 'missing';

/** Written as text an operator has its sides; written as JSON it may lack them. */
function expectSides(name: OperatorName, { args, span }: CallExpression): void {
  const sides =
    name === 'not' || name === 'negative' || name === 'is missing' || name === 'is present'
      ? 1
      : name === 'between'
        ? 3
        : 2;
  if (args.length !== sides)
    refuseExpression(
      `'${name}' takes ${sides} ${sides === 1 ? 'argument' : 'arguments'}; here ` +
        `${args.length === 1 ? 'is' : 'are'} ${args.length}.`,
      span,
    );
}

/** A difference of dates and a sum of texts are functions: says which, of these sides. */
function refuseOtherSides({ name, args }: CallExpression, sides: readonly Typed[]): void {
  const [left, right] = sides;
  if (left === undefined || right === undefined) return;
  const isOf = (test: (type: ValueType) => boolean): boolean => test(left.type) && test(right.type);
  const called = (named: string, given: readonly Expression[]): string =>
    sayExpression({ kind: 'call', name: named, args: given, by: [], span: left.span });
  const fix =
    name === '-' && isOf(isMoment)
      ? isOf((type) => type === 'date')
        ? `Write ${called('days_between', args.toReversed())} for the days.`
        : `Write ${called('seconds_between', args.toReversed())} for the seconds.`
      : name === '+' && isOf((type) => type === 'text')
        ? `Write ${called('concat', args)} to join the texts.`
        : null;
  if (fix !== null)
    refuseExpression(`'${name}' needs a number; this is ${shownTypes[left.type]}.`, left.span, {
      fix,
    });
}

/** Checks the sides of an operator and gives the type of its result. */
export function checkOperator(
  node: CallExpression,
  name: OperatorName,
  check: (node: Expression) => Typed,
): Typed {
  const { span } = node;
  const call = (type: ValueType, args: readonly Typed[]): Typed => ({
    kind: 'call',
    type,
    name,
    args,
    by: [],
    span,
  });
  if (name === 'in' || name === 'not in') {
    const [value, list] = node.args;
    if (value === undefined || list?.kind !== 'list' || list.items.length === 0)
      return refuseExpression(
        `'${name}' takes a value and, after it, those it is compared with.`,
        span,
      );
    return call('boolean', comparable([value, ...list.items].map(check)));
  }
  expectSides(name, node);
  const args = node.args.map(check);
  if (name === 'is missing' || name === 'is present') return call('boolean', args);
  const nothing = comparisons.has(name) && args.find(isMissing);
  if (nothing)
    refuseExpression('Nothing is equal to, less or more than missing.', nothing.span, {
      fix: `Write 'is ${name === '!=' ? 'present' : 'missing'}' in place of '${name} missing'.`,
    });
  if (comparisons.has(name) || name === 'between') return call('boolean', comparable(args));
  const wanted: ValueType = arithmetic.has(name) || name === 'negative' ? 'number' : 'boolean';
  if (name === '-' || name === '+') refuseOtherSides(node, args);
  for (const arg of args) expectType(arg, wanted, `'${name === 'negative' ? '-' : name}'`);
  return call(wanted, args);
}
