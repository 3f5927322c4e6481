import { z } from 'zod';
import { expressionText } from '../cell.ts';
import { checkedFirst, isPlainObject, type Wrong } from '../checked-first.ts';
import type { Condition, Filter } from '../filter.ts';
import { limits, scopes, type Expression, type Scope } from './syntax.ts';

/**
 * An expression as builders write it: a value, null for missing, `{ column }`, or `{ call, args,
 * by, over }`; operators are calls.
 */
export type ExpressionJson =
  | string
  | number
  | boolean
  | null
  | { column: string }
  | {
      call: string;
      args: ExpressionJson[];
      by?: ExpressionJson[] | undefined;
      over?: Scope | undefined;
    };

const longestText = 5000;
const columnJson = z.strictObject({ column: z.string().min(1).max(1000) });
const callName = z.string().min(1).max(40);
const [mostArguments, mostGroups] = [500, 20];

/** What is published, and what an expression that has passed `firstWrong` is read by. */
const tree: z.ZodType<ExpressionJson> = z
  .lazy(() =>
    z.union([
      z.null(),
      z.boolean(),
      z.number(),
      z.string().max(longestText),
      columnJson,
      z.strictObject({
        call: callName,
        args: z.array(tree).max(mostArguments),
        by: z.array(tree).max(mostGroups).optional(),
        over: z.enum(scopes).optional(),
      }),
    ]),
  )
  .meta({ id: 'Expression' });

const form =
  "An expression is a text, a number, true, false, null, { column: 'name' }, or { " +
  "call: 'name', args: […] } with by: […] and over: 'all' where they are wanted.";

interface Part {
  readonly value: unknown;
  readonly path: readonly (string | number)[];
}

/**
 * The first thing wrong with an expression, found without recursion; it has no more parts than one
 * that is written as text.
 */
function firstWrong(expression: unknown): Wrong | null {
  const waiting: Part[] = [{ value: expression, path: [] }];
  let parts = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, path } = next;
    parts += 1;
    if (parts > limits.nodes)
      return {
        path,
        message: `An expression has at most ${limits.nodes} parts. Derive a column for a part of it.`,
      };
    const wrong = isPlainObject(value) ? wrongObject(value, path) : wrongValue(value, path);
    if (wrong !== null) return wrong;
    if (!isPlainObject(value)) continue;
    for (const name of ['by', 'args']) {
      const inner = value[name];
      if (Array.isArray(inner))
        for (let i = inner.length - 1; i >= 0; i--)
          waiting.push({ value: inner[i], path: [...path, name, i] });
    }
  }
  return null;
}

function wrongValue(value: unknown, path: Part['path']): Wrong | null {
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return null;
  if (typeof value !== 'string') return { path, expected: 'object', message: form };
  return value.length <= longestText
    ? null
    : { path, message: `A text in an expression has at most ${longestText} characters.` };
}

function wrongObject(value: Readonly<Record<string, unknown>>, path: Part['path']): Wrong | null {
  const isColumn = Object.hasOwn(value, 'column');
  const other = Object.keys(value).find(
    (name) => !(isColumn ? ['column'] : ['call', 'args', 'by', 'over']).includes(name),
  );
  if (other !== undefined)
    return { path: [...path, other], message: `There is no such field. ${form}` };
  if (isColumn)
    return columnJson.safeParse(value).success
      ? null
      : { path: [...path, 'column'], message: 'The name of a column has 1 to 1000 characters.' };
  if (!callName.safeParse(value['call']).success)
    return {
      path: [...path, 'call'],
      message: `The name of a function or an operator has 1 to 40 characters. ${form}`,
    };
  if (!isListOf(value['args'], mostArguments))
    return {
      path: [...path, 'args'],
      message: `The arguments are a list of at most ${mostArguments}.`,
    };
  if (value['by'] !== undefined && !isListOf(value['by'], mostGroups))
    return {
      path: [...path, 'by'],
      message: `What it is grouped by is a list of at most ${mostGroups}.`,
    };
  if (value['over'] !== undefined && !scopes.some((scope) => scope === value['over']))
    return {
      path: [...path, 'over'],
      message: `over is ${scopes.map((scope) => `'${scope}'`).join(' or ')}.`,
    };
  return null;
}

const isListOf = (value: unknown, most: number): boolean =>
  Array.isArray(value) && value.length <= most;

/** An expression as text, or as JSON. */
export const expressionOrText = checkedFirst(
  (value) => (typeof value === 'string' ? null : firstWrong(value)),
  z.union([expressionText, tree]),
);

const span = { from: 0, to: 0 };
const column = (name: string): Expression => ({ kind: 'column', name, span });
const call = (
  name: string,
  args: readonly Expression[],
  by: readonly Expression[] = [],
  over?: Scope,
): Expression => ({ kind: 'call', name, args, by, span, ...(over === undefined ? {} : { over }) });

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
  if ((json.call === 'in' || json.call === 'not in' || json.call === 'bin') && first !== undefined)
    return call(json.call, [first, list(rest)]);
  return call(json.call, args, (json.by ?? []).map(fromJson), json.over);
}

const operators = { eq: '=', ne: '!=', lt: '<', le: '<=', gt: '>', ge: '>=' } as const;

/**
 * A structured filter as the same expression. Beside columns of `numbers` a text is a number, which
 * may have more digits than JSON can say.
 */
export function fromFilter(filter: Filter, numbers: ReadonlySet<string> = new Set()): Expression {
  const both = (name: string, parts: readonly Filter[]): Expression =>
    parts
      .map((part) => fromFilter(part, numbers))
      .reduce((left, right) => call(name, [left, right]));
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

function fromCondition(
  condition: Condition,
  read: (value: string | number | boolean) => Expression,
): Expression {
  const left = column(condition.column);
  switch (condition.op) {
    case 'is_missing':
      return call('is missing', [left]);
    case 'is_present':
      return call('is present', [left]);
    case 'in':
    case 'not_in':
      return call(condition.op === 'in' ? 'in' : 'not in', [
        left,
        { kind: 'list', items: condition.values.map(read), span },
      ]);
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
      return known.length === 0 || known.length < values.length
        ? null
        : { column: name, op: expression.name === 'in' ? 'in' : 'not_in', values: known };
    }
    case 'between':
      return first === null || second === null || first === undefined || second === undefined
        ? null
        : { column: name, op: 'between', low: first, high: second };
    case 'contains':
    case 'starts_with':
    case 'ends_with':
      return typeof first === 'string' && rest[0]?.kind === 'text'
        ? { column: name, op: expression.name, value: first }
        : null;
    default:
      return op === 'eq' || op === 'ne' || op === 'lt' || op === 'le' || op === 'gt' || op === 'ge'
        ? first === null || first === undefined
          ? null
          : { column: name, op, value: first }
        : null;
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

const exact = (text: string): string | number =>
  text.replaceAll(/[^\d]/g, '').length <= 15 ? Number(text) : text;
