/** An interval that holds a figure with this probability, 0 to 1. */
export interface Interval {
  readonly level: number;
  readonly low: number;
  readonly high: number;
}
