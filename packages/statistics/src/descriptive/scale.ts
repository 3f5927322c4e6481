/**
 * What a table's numbers stand for: value = origin + number / perUnit. Decimal text counts in units of its last digit
 * (perUnit 10, 100 …) and integers beyond 2^53 from their smallest, so that both are whole numbers, exact in a double.
 */
export interface Scale {
  readonly origin: number;
  readonly perUnit: number;
}

/** The value at a table's number. */
export const placeOf = ({ origin, perUnit }: Scale, number: number): number => origin + number / perUnit;

/** A difference of two of a table's numbers as a difference of values. */
export const spanOf = ({ perUnit }: Scale, difference: number): number => difference / perUnit;
