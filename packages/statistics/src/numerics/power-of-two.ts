/**
 * The power of two at or below |value|, 1 for 0: dividing by it changes no digit and keeps powers
 * of the result in range.
 */
export function powerOfTwoNear(value: number): number {
  const size = Math.abs(value);
  if (size === 0 || !Number.isFinite(size)) return 1;
  // Kept away from the ends, where the quotient or the power itself would leave the range of a
  // double.
  const exponent = Math.max(-1000, Math.min(1000, Math.floor(Math.log2(size))));
  return 2 ** exponent;
}

/** The least number that a double holds with all its digits. */
const least = 2 ** -1022;

/** Whether a double holds a figure with all its digits; it is 0 where `size` is. */
export const isHeld = (figure: number, size: number): boolean =>
  Number.isFinite(figure) && (Math.abs(figure) >= least || size === 0);
