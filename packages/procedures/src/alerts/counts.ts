import type { NumberFigures } from './read-facts.ts';

/** How many times what is expected beside other counts the zeros may be. */
const tolerance = 1.5;

/**
 * Counts in which nothing was simply what was counted: 0 is no more frequent than beside 1 is usual,
 * or the first of a fall, 0 > 1 > 2 ≥ 3, no steeper there than the fall from 1 to 2 is.
 */
export function isCount({ storage, zeros, negatives, top_values: top }: NumberFigures): boolean {
  if (!storage.includes('INT') || negatives > 0) return false;
  const [ones = 0, twos = 0, threes = 0] = [1, 2, 3].map(
    (count) => top.find(({ value }) => value === count)?.n,
  );
  const isFall = ones > twos && twos > 0 && twos >= threes;
  return zeros <= tolerance * ones || (isFall && zeros * twos <= tolerance * ones ** 2);
}
