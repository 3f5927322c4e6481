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

/** A structured filter as the same expression. Numbers may have been sent as texts. */
export function fromFilter(filter: Filter): Expression {
  if ('and' in filter) return filter.and.map(fromFilter).reduce((left, right) => call('and', [left, right]));
  if ('or' in filter) return filter.or.map(fromFilter).reduce((left, right) => call('or', [left, right]));
  if ('not' in filter) return call('not', [fromFilter(filter.not)]);
  return fromCondition(filter);
}

function fromCondition(condition: Condition): Expression {
  const left = column(condition.column);
  switch (condition.op) {
    case 'is_missing':
      return call('is missing', [left]);
    case 'is_present':
      return call('is present', [left]);
    case 'in':
    case 'not_in':
      return call(condition.op === 'in' ? 'in' : 'not in', [left, { kind: 'list', items: condition.values.map(fromJson), span }]);
    case 'between':
      return call('between', [left, fromJson(condition.low), fromJson(condition.high)]);
    case 'contains':
    case 'starts_with':
    case 'ends_with':
      return call(condition.op, [left, fromJson(condition.value)]);
    default:
      return call(operators[condition.op], [left, fromJson(condition.value)]);
  }
}
