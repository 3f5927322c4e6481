import { AppError, type Condition, type Filter } from '@columnist/contract';
import type { FieldColumn } from '../table/table-column.ts';
import { bindLiteral } from './literals.ts';
import { findColumn } from '@columnist/contract';
import type { Sql } from '../database/sql.ts';

const limits = { depth: 16, conditions: 200 };
const comparisons = { eq: '=', ne: '<>', lt: '<', le: '<=', gt: '>', ge: '>=' } as const;

/**
 * A filter as a SQL condition: fields by their generated names, every literal bound, operators from
 * a fixed list.
 * Throws unknown_column, wrong_column_type, or too_complex beyond 16 levels or 200 conditions.
 */
export function compileFilter(filter: Filter, columns: readonly FieldColumn[]): Sql {
  let conditions = 0;
  const compile = (node: Filter, depth: number): Sql => {
    if (depth > limits.depth) throw tooComplex(`nested ${limits.depth} deep`);
    if ('and' in node)
      return joined(
        node.and.map((part) => compile(part, depth + 1)),
        ' and ',
      );
    if ('or' in node)
      return joined(
        node.or.map((part) => compile(part, depth + 1)),
        ' or ',
      );
    if ('not' in node) {
      const inner = compile(node.not, depth + 1);
      return { text: `(not ${inner.text})`, values: inner.values };
    }
    conditions += 1;
    if (conditions > limits.conditions) throw tooComplex(`made of ${limits.conditions} conditions`);
    return compileCondition(node, findColumn(columns, node.column));
  };
  return compile(filter, 1);
}

const tooComplex = (limit: string): AppError =>
  new AppError('too_complex', `A filter may be ${limit} at most.`, {
    fix: "Simplify the filter; 'in' compares with up to 1000 values at once.",
  });

const joined = (parts: readonly Sql[], by: string): Sql => ({
  text: `(${parts.map((part) => part.text).join(by)})`,
  values: parts.flatMap((part) => part.values),
});

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
        throw new AppError(
          'wrong_column_type',
          `'${condition.op}' needs a text column; '${column.name}' is a ${column.type} column.`,
          {
            column: column.name,
            fix: `Compare '${column.name}' with eq, lt, gt, between or in.`,
          },
        );
      }
      return { text: `${condition.op}(lower(${name}), lower(?))`, values: [condition.value] };
    }
    case 'between': {
      const low = bindLiteral(condition.low, column);
      const high = bindLiteral(condition.high, column);
      return {
        text: `(${name} >= ${low.text} and ${name} <= ${high.text})`,
        values: [...low.values, ...high.values],
      };
    }
    case 'in':
    case 'not_in': {
      const list = condition.values.map((value) => bindLiteral(value, column));
      const text = `(${name} ${condition.op === 'in' ? 'in' : 'not in'} (${list.map((item) => item.text).join(', ')}))`;
      return { text, values: list.flatMap((item) => item.values) };
    }
    default: {
      const value = bindLiteral(condition.value, column);
      return { text: `(${name} ${comparisons[condition.op]} ${value.text})`, values: value.values };
    }
  }
}
