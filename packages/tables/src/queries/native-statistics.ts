import type { GroupStatistic } from '@columnist/contract';
import { decimalOf } from '../table/table-column.ts';
import type { GroupAggregate } from './group-aggregate.ts';

/** Of a row, in the order of the file. */
export const place = 'place';

/** Statistics that depend on the order of the rows. */
export const isOrdered = (statistic: GroupStatistic): boolean =>
  statistic === 'first' || statistic === 'last' || statistic === 'nth';

export const shares: Partial<Record<GroupStatistic, number>> = { q1: 0.25, median: 0.5, q3: 0.75 };

/** SQL of an aggregate that the database computes exactly; null for figures. */
export function nativeExpression({ statistic, options, column }: GroupAggregate): string | null {
  if (column === null) return 'count(*)';
  const { field, storage, type } = column;
  const finite = storage === 'DOUBLE' ? ` filter (where isfinite(${field}))` : '';
  const present = ` filter (where ${field} is not null)`;
  switch (statistic) {
    case 'n':
      return `count(${field})${finite}`;
    case 'missing':
      return `count(*) - count(${field})`;
    case 'missing_share':
      return `(count(*) - count(${field}))::double / nullif(count(*), 0)`;
    case 'distinct':
      return `count(distinct ${field})${finite}`;
    case 'min':
    case 'max':
      return `${statistic}(${field})${finite}`;
    case 'first':
    case 'last':
      return `${statistic}(${field} order by ${options.order})${present}`;
    case 'nth':
      return `(list(${field} order by ${options.order})${present})[${options.n ?? 1}]`;
    case 'true_count':
      return `count_if(${field})`;
    case 'true_share':
      return `count_if(${field})::double / nullif(count(${field}), 0)`;
    case 'sum':
      return storage === 'DOUBLE'
        ? null
        : `sum(${field})::decimal(38, ${decimalOf(storage)?.scale ?? 0})`;
    default:
      return type === 'datetime'
        ? `quantile_cont(${field}::timestamp, ${shares[statistic] ?? options.p ?? 0.5})`
        : null;
  }
}
