import { add, twoSum, wide } from '../numerics/double-double.ts';
import type { Design } from './design.ts';

/**
 * What a linear model explains: differences from `origin`, with what these doubles lack of them;
 * null where they lack nothing.
 */
export interface Explained {
  readonly origin: number;
  readonly values: Float64Array;
  readonly rest: Float64Array | null;
}

/**
 * The response about the middle of its range where the model has an intercept, which takes up any
 * number that all values share: their squares would leave no digits for differences of values far
 * from 0. Without an intercept the values are explained from 0 on.
 */
export function explainedOf(
  values: Float64Array,
  rest: Float64Array | null,
  { intercept }: Pick<Design, 'intercept'>,
): Explained {
  const whole = { origin: 0, values, rest };
  // Twice, as doubles beyond 2⁵³ may lack more than the values differ by.
  return intercept ? aboutMiddle(aboutMiddle(whole)) : whole;
}

function aboutMiddle({ origin, values, rest }: Explained): Explained {
  const middle = middleOf(values);
  if (middle === 0) return { origin, values, rest };
  const [high, low] = [new Float64Array(values.length), new Float64Array(values.length)];
  values.forEach((value, row) => {
    const { hi, lo } = add(twoSum(value, -middle), wide(rest?.[row] ?? 0));
    [high[row], low[row]] = [hi, lo];
  });
  return { origin: origin + middle, values: high, rest: low };
}

/** 0 where there is none, as beyond the range of a double. */
function middleOf(values: Float64Array): number {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  const middle = low + (high - low) / 2;
  return Number.isFinite(middle) ? middle : 0;
}
