import type { Recommendation, View } from '@columnist/contract';
import type { ReadRows } from '../finding.ts';

export interface RecommendInput {
  readonly value: string;
  readonly by: string;
  readonly paired: boolean;
  /**
   * compare: each value of `by` is a group, also where it is a number. relate: how closely both go
   * together.
   */
  readonly ask: 'any' | 'compare' | 'relate';
  readonly groups?: string[] | undefined;
  readonly view?: View | undefined;
}

export type Advice = Pick<
  Recommendation,
  'operation' | 'method' | 'name' | 'options' | 'why' | 'rejected' | 'checks'
>;
export interface Advised {
  readonly advice: Advice;
  readonly read: ReadRows;
}
