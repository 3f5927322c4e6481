import { z } from 'zod';
import type { Condition, Filter } from '../view.ts';
import type { Expression } from './syntax.ts';

/** An expression as builders write it: a value, null for missing, `{ column }`, or `{ call, args, by }`; operators are calls. */
export type ExpressionJson = string | number | boolean | null | { column: string } | { call: string; args: ExpressionJson[]; by?: ExpressionJson[] | undefined };

export const expressionJson: z.ZodType<ExpressionJson> = z
  .lazy(() =>
    z.union([
      z.null(),
      z.boolean(),
      z.number(),
      z.string().max(5000),
      z.strictObject({ column: z.string().min(1).max(1000) }),
      z.strictObject({ call: z.string().min(1).max(40), args: z.array(expressionJson).max(500), by: z.array(expressionJson).max(20).optional() }),
    ]),
  )
  .meta({ id: 'Expression' });

const span = { from: 0, to: 0 };
const column = (name: string): Expression => ({ kind: 'column', name, span });
const call = (name: string, args: readonly Expression[], by: readonly Expression[] = []): Expression => ({ kind: 'call', name, args, by, span });

/** The same expression as the parser would give it. */
export function fromJson(json: ExpressionJson): Expression {
  if (json === null) return { kind: 'missing', span };
  if (typeof json === 'boolean') return { kind: 'boolean', value: json, span };
  if (typeof json === 'string') return { kind: 'text', text: json, span };
  if (typeof json === 'number') {
    const positive: Expression = { kind: 'number', text: String(Math.abs(json)), span };
    return json < 0 ? call('negative', [positive]) : positive;
  }
  if ('column' in json) return column(json.column);
  const args = json.args.map(fromJson);
  const [first, ...rest] = args;
  const list = (items: readonly Expression[]): Expression => ({ kind: 'list', items, span });
  if ((json.call === 'in' || json.call === 'not in' || json.call === 'bin') && first !== undefined) return call(json.call, [first, list(rest)]);
  return call(json.call, args, (json.by ?? []).map(fromJson));
}

const operators = { eq: '=', ne: '!=', lt: '<', le: '<=', gt: '>', ge: '>=' } as const;

/** A structured filter as the same expression. Beside columns of `numbers` a text is a number, which may have more digits than JSON can say. */
export function fromFilter(filter: Filter, numbers: ReadonlySet<string> = new Set()): Expression {
  const both = (name: string, parts: readonly Filter[]): Expression => parts.map((part) => fromFilter(part, numbers)).reduce((left, right) => call(name, [left, right]));
  if ('and' in filter) return both('and', filter.and);
  if ('or' in filter) return both('or', filter.or);
  if ('not' in filter) return call('not', [fromFilter(filter.not, numbers)]);
  return fromCondition(filter, numbers.has(filter.column) ? fromNumber : fromJson);
}

function fromNumber(value: string | number | boolean): Expression {
  if (typeof value !== 'string') return fromJson(value);
  const positive: Expression = { kind: 'number', text: value.replace(/^[-+]/, ''), span };
  return value.startsWith('-') ? call('negative', [positive]) : positive;
}

function fromCondition(condition: Condition, read: (value: string | number | boolean) => Expression): Expression {
  const left = column(condition.column);
  switch (condition.op) {
    case 'is_missing':
      return call('is missing', [left]);
    case 'is_present':
      return call('is present', [left]);
    case 'in':
    case 'not_in':
      return call(condition.op === 'in' ? 'in' : 'not in', [left, { kind: 'list', items: condition.values.map(read), span }]);
    case 'between':
      return call('between', [left, read(condition.low), read(condition.high)]);
    case 'contains':
    case 'starts_with':
    case 'ends_with':
      return call(condition.op, [left, fromJson(condition.value)]);
    default:
      return call(operators[condition.op], [left, read(condition.value)]);
  }
}

/** The condition that an expression is, if it compares one column with what is written out. */
export function toCondition(expression: Expression): Condition | null {
  if (expression.kind !== 'call') return null;
  const [left, ...rest] = expression.args;
  if (left?.kind !== 'column') return null;
  const { name } = left;
  const [first, second] = rest.map(valueOf);
  const op = Object.entries(operators).find(([, sign]) => sign === expression.name)?.[0];
  switch (expression.name) {
    case 'is missing':
      return { column: name, op: 'is_missing' };
    case 'is present':
      return { column: name, op: 'is_present' };
    case 'in':
    case 'not in': {
      const [list] = rest;
      const values = list?.kind === 'list' ? list.items.map(valueOf) : [];
      const known = values.flatMap((value) => value ?? []);
      return known.length === 0 || known.length < values.length ? null : { column: name, op: expression.name === 'in' ? 'in' : 'not_in', values: known };
    }
    case 'between':
      return first === null || second === null || first === undefined || second === undefined ? null : { column: name, op: 'between', low: first, high: second };
    case 'contains':
    case 'starts_with':
    case 'ends_with':
      return typeof first === 'string' && rest[0]?.kind === 'text' ? { column: name, op: expression.name, value: first } : null;
    default:
      return op === 'eq' || op === 'ne' || op === 'lt' || op === 'le' || op === 'gt' || op === 'ge' ? (first === null || first === undefined ? null : { column: name, op, value: first }) : null;
  }
}

/** A value written out; a number of more digits than a double holds stays a text. */
function valueOf(node: Expression): string | number | boolean | null {
  if (node.kind === 'text') return node.text;
  if (node.kind === 'boolean') return node.value;
  if (node.kind === 'number') return exact(node.text);
  const [inner] = node.kind === 'call' && node.name === 'negative' ? node.args : [];
  return inner?.kind === 'number' ? exact(`-${inner.text}`) : null;
}

const exact = (text: string): string | number => (text.replaceAll(/[^\d]/g, '').length <= 15 ? Number(text) : text);
