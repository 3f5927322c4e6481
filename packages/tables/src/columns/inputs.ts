import type { View } from '@columnist/contract';
import type { QuantileType } from '@columnist/statistics';

/** Options of a description, already defaulted. */
export interface DescribeInput {
  readonly columns?: string[] | undefined;
  readonly view?: View | undefined;
  readonly quantiles: number[];
  readonly confidence_level: number;
  /** Types 7 and 2, a trim of 0.1 and Wilson where left out. */
  readonly quantile_type?: QuantileType | undefined;
  readonly moments_type?: 1 | 2 | 3 | undefined;
  readonly trim?: number | undefined;
  readonly proportion_interval?: 'wilson' | 'exact' | undefined;
  readonly weights?: string | undefined;
  readonly correlations: boolean;
  readonly plot: boolean;
}
