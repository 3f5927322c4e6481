import type { GroupStatistic } from '@columnist/contract';
import type { FieldColumn } from '../table/table-column.ts';
import type { AggregateOptions } from './aggregate-options.ts';

/** A statistic that is asked of each group of rows. */
export interface GroupAggregate {
  readonly name: string;
  readonly statistic: GroupStatistic;
  /** `order`: of the rows of a group, for what depends on it. */
  readonly options: AggregateOptions & { readonly order: string };
  /** null for the number of rows. */
  readonly column: FieldColumn | null;
  /** The other one of two. */
  readonly other: FieldColumn | null;
  /** Weights of the rows; null where all count alike. */
  readonly weights: FieldColumn | null;
}
