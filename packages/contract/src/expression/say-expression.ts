import { needsBackticks } from './operators.ts';
import type { Expression } from './syntax.ts';

const powers: Readonly<Record<string, number>> = {
  or: 1,
  and: 2,
  not: 3,
  '=': 4,
  '!=': 4,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  in: 4,
  'not in': 4,
  between: 4,
  'is missing': 4,
  'is present': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '%': 6,
  negative: 7,
  '^': 8,
};
const tightest = 9;

const quoted = (text: string, quote: string): string =>
  `${quote}${text.replaceAll('\\', '\\\\').replaceAll(quote, quote + quote)}${quote}`;

/**
 * An expression as people type it, with the brackets that it needs; reading it gives the same
 * expression.
 */
export function sayExpression(expression: Expression): string {
  return say(expression, 0);
}

/** In brackets where the operator binds no tighter than what is around it. */
function say(node: Expression, around: number): string {
  switch (node.kind) {
    case 'number':
      return node.text;
    case 'text':
      return quoted(node.text, "'");
    case 'boolean':
      return String(node.value);
    case 'missing':
      return 'missing';
    case 'column':
      return needsBackticks(node.name) ? quoted(node.name, '`') : node.name;
    case 'list':
      return `[${node.items.map((item) => say(item, 0)).join(', ')}]`;
    case 'call': {
      const power = powers[node.name];
      if (power === undefined)
        return `${node.name}(${[...node.args.map((arg) => say(arg, 0)), ...sayGroups(node.by.map((one) => say(one, 0))), ...(node.over === undefined ? [] : [`over: ${node.over}`])].join(', ')})`;
      const text = sayOperator(node.name, node.args, power);
      return power <= around ? `(${text})` : text;
    }
  }
}

const sayGroups = (by: readonly string[]): string[] =>
  by.length === 0 ? [] : [`by: ${by.length === 1 ? by.join('') : `[${by.join(', ')}]`}`];

function sayOperator(name: string, [left, ...rest]: readonly Expression[], power: number): string {
  if (left === undefined) return name;
  const [right, third] = rest;
  switch (name) {
    case 'not':
      return `not ${say(left, power - 1)}`;
    case 'negative':
      return `-${say(left, power)}`;
    case 'is missing':
    case 'is present':
      return `${say(left, power)} ${name}`;
    case 'between':
      return (
        `${say(left, power)} between ${right === undefined ? '' : say(right, power)} and ` +
        (third === undefined ? '' : say(third, power))
      );
    case 'in':
    case 'not in':
      return (
        `${say(left, power)} ${name} ` +
        `(${right?.kind === 'list' ? right.items.map((item) => say(item, 0)).join(', ') : ''})`
      );
    case '^':
      return `${say(left, tightest - 1)} ^ ${right === undefined ? '' : say(right, power - 1)}`;
    default:
      // Comparisons do not chain; other operators bind to the left.
      return `${say(left, power === 4 ? power : power - 1)} ${name} ${right === undefined ? '' : say(right, power)}`;
  }
}
