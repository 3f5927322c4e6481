import { AppError, type ColumnType, type GroupStatistic } from '@columnist/contract';
import { decimalOf, type FieldColumn, type TableColumn } from '../table/table-column.ts';
import type { GroupAggregate } from './group-aggregate.ts';
import { requireWeights } from '../columns/weights.ts';
import { shares } from './native-statistics.ts';

/** Of true and false the mean is the share of true, and the sum how many there are. */
const ofTruths: Partial<Record<GroupStatistic, GroupStatistic>> = {
  mean: 'true_share',
  sum: 'true_count',
};
export const statisticOf = (
  statistic: GroupStatistic,
  column: FieldColumn | null,
): GroupStatistic => (column?.type === 'boolean' ? ofTruths[statistic] : undefined) ?? statistic;

const anyType: readonly ColumnType[] = ['number', 'category', 'text', 'datetime', 'boolean'];
const ofAnyType: ReadonlySet<GroupStatistic> = new Set([
  ...(['n', 'missing', 'missing_share', 'distinct', 'mode', 'min', 'max'] as const),
  ...(['first', 'last', 'nth'] as const),
]);
/** They give a value of the column. */
const valued: ReadonlySet<GroupStatistic> = new Set<GroupStatistic>([
  'min',
  'max',
  'mode',
  'first',
  'last',
  'nth',
]);
const takes = (statistic: GroupStatistic): readonly ColumnType[] => {
  if (ofAnyType.has(statistic)) return anyType;
  if (statistic === 'true_count' || statistic === 'true_share') return ['boolean'];
  return statistic === 'quantile' || statistic in shares ? ['number', 'datetime'] : ['number'];
};

/** Of no rows, or of none with a value, these are 0. */
export const counts: ReadonlySet<GroupStatistic> = new Set([
  'n',
  'missing',
  'distinct',
  'true_count',
]);
const whole = { type: 'number', storage: 'BIGINT' } as const;
const double = { type: 'number', storage: 'DOUBLE' } as const;

/** A column as it was asked for: of an expression this itself. */
export const writtenName = ({ name }: Pick<TableColumn, 'name'>): string =>
  name.replace(/^aggregate: /, '');

/** What a result column holds. Throws wrong_column_type. */
export function resultColumn(aggregate: GroupAggregate): TableColumn {
  const { name, statistic, options, column, other, weights } = aggregate;
  if (weights !== null) {
    requireWeights({ ...weights, name: writtenName(weights) });
    if (column !== null)
      resultColumn({ ...aggregate, statistic: statisticOf(statistic, column), weights: null });
    return { name, ...double };
  }
  if (column === null) return { name, ...(statistic === 'share' ? double : whole) };
  const allowed = takes(statistic);
  if (other !== null) resultColumn({ ...aggregate, column: other, other: null });
  if (column.type === 'datetime' && (options.type ?? 7) !== 7)
    throw new AppError('wrong_column_type', 'Quantiles of dates are of type 7 alone.', {
      column: column.name,
      fix: 'Leave out type.',
    });
  if (!allowed.includes(column.type) || (column.storage === 'TIME' && !ofAnyType.has(statistic))) {
    throw new AppError(
      'wrong_column_type',
      `'${statistic}' needs a ${allowed.join(' or ')} column; ` +
        `'${writtenName(column)}' is ` +
        `${column.storage === 'TIME' ? 'a time of day' : `a ${column.type} column`}.`,
      {
        column: column.name,
        fix:
          column.type === 'boolean'
            ? 'Ask for mean (the share of true), sum (how many are true), n or distinct, or write if(x, 1, 0).'
            : 'Ask for n, distinct, mode, min or max, or turn the column into numbers.',
      },
    );
  }
  if (counts.has(statistic)) return { name, ...whole };
  if (valued.has(statistic)) return { name, type: column.type, storage: column.storage };
  if (statistic === 'sum' && column.storage !== 'DOUBLE')
    return {
      name,
      type: 'number',
      storage: `DECIMAL(38,${decimalOf(column.storage)?.scale ?? 0})`,
    };
  if (statistic === 'missing_share') return { name, ...double };
  return column.type === 'datetime'
    ? {
        name,
        type: 'datetime',
        storage: column.storage === 'TIMESTAMPTZ' ? 'TIMESTAMPTZ' : 'TIMESTAMP',
      }
    : { name, ...double };
}
