/** So near 1 lies what is 1 but for the rounding of doubles. */
const nearestToOne = 1e-12;

/**
 * Decimal places for a figure that cannot pass 1, such as a correlation: two, or as many as it takes
 * to see that it is less than 1.
 */
export function placesOfUnit(value: number): number {
  const rest = 1 - Math.abs(value);
  return rest > nearestToOne && rest < 0.005 ? Math.ceil(-Math.log10(rest)) : 2;
}
