import { twoProduct } from '../numerics/double-double.ts';

/**
 * What a table's numbers mean: value = origin + number / perUnit. Decimal text counts in units
 * of its last digit
 * (perUnit 10, 100 …) and integers beyond 2^53 from their smallest, so that both are whole numbers,
 * exact in a double.
 */
export interface Scale {
  readonly origin: number;
  readonly perUnit: number;
}

/**
 * The value at a table's number. Whole units give the decimal as it was stored: it is divided once,
 * after adding in units.
 */
export function placeOf({ origin, perUnit }: Scale, number: number): number {
  const start = Math.round(origin * perUnit);
  const units = start + number;
  return start / perUnit === origin && Number.isSafeInteger(units)
    ? units / perUnit
    : origin + number / perUnit;
}

/** A difference of two of a table's numbers as a difference of values. */
export const spanOf = ({ perUnit }: Scale, difference: number): number => difference / perUnit;

/**
 * What the doubles of `placeOf` lack of a table's numbers, where these are decimals; null where the
 * numbers are the values.
 */
export function restOf(numbers: Float64Array, scale: Scale): Float64Array | null {
  const { origin, perUnit } = scale;
  const start = Math.round(origin * perUnit);
  if (perUnit === 1 || start / perUnit !== origin) return null;
  return numbers.map((number) => {
    const { hi, lo } = twoProduct(placeOf(scale, number), perUnit);
    const units = start + number;
    return Number.isSafeInteger(units) ? (units - hi - lo) / perUnit : 0;
  });
}
