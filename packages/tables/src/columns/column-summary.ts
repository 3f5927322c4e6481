import type { FrequencyTable, Scale } from '@columnist/statistics';

export interface Counted<Value> {
  readonly value: Value;
  readonly n: number;
}

export interface NumberSummary {
  readonly kind: 'number';
  readonly missing: number;
  readonly infinite: number;
  readonly table: FrequencyTable;
  readonly scale: Scale;
  readonly distinct: number;
  /** A text where a double would not hold it exactly. */
  readonly min: number | string | null;
  readonly max: number | string | null;
  /** null also where it leaves the range of a double. */
  readonly sum: number | string | null;
  readonly top: readonly Counted<number | string>[];
}

export interface TextSummary {
  readonly kind: 'text';
  readonly missing: number;
  readonly n: number;
  readonly distinct: number;
  readonly min: string | null;
  readonly max: string | null;
  readonly top: readonly Counted<string>[];
  readonly lengths: FrequencyTable;
}

export interface DatetimeSummary {
  readonly kind: 'datetime';
  readonly missing: number;
  /** Microseconds since 1970 (or midnight, for TIME). */
  readonly table: FrequencyTable;
}

export interface BooleanSummary {
  readonly kind: 'boolean';
  readonly missing: number;
  readonly trues: number;
  readonly falses: number;
}

/** What is gathered of a column: enough for every figure and picture of it. */
export type ColumnSummary = NumberSummary | TextSummary | DatetimeSummary | BooleanSummary;
