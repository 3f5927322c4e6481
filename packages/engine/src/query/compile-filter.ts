import { AppError, type Condition, type Filter } from '@columnist/contract';
import type { FieldColumn } from '../columns/table-column.ts';
import { findColumn } from './nearest-names.ts';
import type { Sql } from './sql.ts';

const limits = { depth: 16, conditions: 200 };
const comparisons = { eq: '=', ne: '<>', lt: '<', le: '<=', gt: '>', ge: '>=' } as const;

type Scalar = string | number | boolean;

/** A filter as a SQL condition: fields by their generated names, every literal bound, operators from a fixed list. */
export function compileFilter(filter: Filter, columns: readonly FieldColumn[]): Sql {
  let conditions = 0;
  const compile = (node: Filter, depth: number): Sql => {
    if (depth > limits.depth) throw new AppError('too_complex', `A filter may be nested ${limits.depth} deep at most.`);
    if ('and' in node) return joined(node.and.map((part) => compile(part, depth + 1)), ' and ');
    if ('or' in node) return joined(node.or.map((part) => compile(part, depth + 1)), ' or ');
    if ('not' in node) {
      const inner = compile(node.not, depth + 1);
      return { text: `(not ${inner.text})`, values: inner.values };
    }
    conditions += 1;
    if (conditions > limits.conditions) throw new AppError('too_complex', `A filter may have ${limits.conditions} conditions at most.`);
    return compileCondition(node, findColumn(columns, node.column));
  };
  return compile(filter, 1);
}

function joined(parts: readonly Sql[], by: string): Sql {
  return { text: `(${parts.map((part) => part.text).join(by)})`, values: parts.flatMap((part) => part.values) };
}

function compileCondition(condition: Condition, column: FieldColumn): Sql {
  const name = column.field;
  switch (condition.op) {
    case 'is_missing':
      return { text: `(${name} is null)`, values: [] };
    case 'is_present':
      return { text: `(${name} is not null)`, values: [] };
    case 'contains':
    case 'starts_with':
    case 'ends_with': {
      if (column.storage !== 'VARCHAR') {
        throw new AppError('wrong_column_type', `'${condition.op}' needs a text column; '${column.name}' is ${column.type}.`, { column: column.name });
      }
      return { text: `${condition.op}(lower(${name}), lower(?))`, values: [condition.value] };
    }
    case 'between': {
      const low = bound(condition.low, column);
      const high = bound(condition.high, column);
      return { text: `(${name} between ${low.text} and ${high.text})`, values: [...low.values, ...high.values] };
    }
    case 'in':
    case 'not_in': {
      const list = condition.values.map((value) => bound(value, column));
      const text = `(${name} ${condition.op === 'in' ? 'in' : 'not in'} (${list.map((item) => item.text).join(', ')}))`;
      return { text, values: list.flatMap((item) => item.values) };
    }
    default: {
      const value = bound(condition.value, column);
      return { text: `(${name} ${comparisons[condition.op]} ${value.text})`, values: value.values };
    }
  }
}

const isoMoment = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;
const isoTime = /^\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?$/;
const decimalText = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A literal as a bound place of the column's type; wrong_column_type where it does not fit. */
function bound(value: Scalar, column: FieldColumn): Sql {
  const refuse = (wanted: string): never => {
    throw new AppError('wrong_column_type', `'${column.name}' is a ${column.type} column: compare it with ${wanted}, not ${JSON.stringify(value).slice(0, 100)}.`, { column: column.name });
  };
  if (column.type === 'boolean') return typeof value === 'boolean' ? { text: '?', values: [value] } : refuse('true or false');
  if (column.type === 'number') {
    if (typeof value === 'number') {
      const exact = Number.isSafeInteger(value) && column.storage !== 'DOUBLE';
      return { text: exact ? 'cast(? as hugeint)' : 'cast(? as double)', values: [String(value)] };
    }
    if (typeof value !== 'string' || value.length > 60 || !decimalText.test(value)) return refuse('a number');
    const whole = /^[+-]?\d{1,38}$/.test(value) && column.storage !== 'DOUBLE';
    return { text: whole ? 'cast(? as hugeint)' : 'cast(? as double)', values: [value] };
  }
  if (typeof value !== 'string') return refuse(column.type === 'datetime' ? 'an ISO 8601 date or time' : 'text in quotes');
  if (column.type !== 'datetime') return { text: '?', values: [value] };
  if (column.storage === 'TIME') return isoTime.test(value) ? { text: 'cast(? as time)', values: [value] } : refuse('a time like "13:45:00"');
  if (!isoMoment.test(value)) return refuse('a date like "2026-01-31" or "2026-01-31T13:45:00"');
  const moment = /(?:Z|[+-]\d{2}:\d{2})$/.test(value) ? new Date(value) : new Date(`${value.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(moment.getTime())) return refuse('a date that exists');
  const utc = value.length > 10 && /(?:Z|[+-]\d{2}:\d{2})$/.test(value) ? moment.toISOString().slice(0, -1) : value;
  return { text: 'cast(? as timestamp)', values: [utc.replace('T', ' ')] };
}
