import { add, divide, narrow, subtract, wide } from '../numerics/double-double.ts';
import { isHeld } from '../numerics/power-of-two.ts';

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
 * A sum of squares of differences, or a mean of these, as one of values; null where a double does
 * not hold it.
 */
export function squareOf({ perUnit }: Pick<Scale, 'perUnit'>, square: number): number | null {
  const value = square / perUnit / perUnit;
  return isHeld(value, square) ? value : null;
}

/**
 * Whole units of a table's numbers less a value, in units so small that the value, too, is whole:
 * equal distances of decimals are then equal. Other numbers less the value as it is.
 */
export function distancesFrom(
  value: number,
  numbers: Float64Array,
  scale: Scale,
): { distances: Float64Array; scale: Scale; units: number | null } {
  const places = Array.from({ length: 16 }, (_, i) => i).find(
    (i) => Number(value.toFixed(i)) === value,
  );
  const factor = Math.max(1, 10 ** (places ?? 0) / scale.perUnit);
  const perUnit = scale.perUnit * factor;
  const units = Math.round((value - scale.origin) * perUnit);
  const isWhole = (number: number): boolean => Number.isSafeInteger(number);
  return places !== undefined &&
    isWhole(units) &&
    numbers.every((number) => isWhole(number) && isWhole(number * factor - units))
    ? {
        distances: numbers.map((number) => number * factor - units),
        scale: { origin: value, perUnit },
        units,
      }
    : {
        distances: numbers.map((number) => number - (value - scale.origin) * scale.perUnit),
        scale: { origin: value, perUnit: scale.perUnit },
        units: null,
      };
}

/**
 * What the doubles of `placeOf` lack of a table's numbers, where these are decimals or count from
 * an origin; null where the numbers are the values.
 */
export function restOf(numbers: Float64Array, scale: Scale): Float64Array | null {
  const { origin, perUnit } = scale;
  if (perUnit === 1 && origin === 0) return null;
  return numbers.map((number) => {
    const value = placeOf(scale, number);
    if (!Number.isFinite(value)) return 0;
    const exact = add(wide(origin), divide(wide(number), wide(perUnit)));
    return narrow(subtract(exact, wide(value)));
  });
}
