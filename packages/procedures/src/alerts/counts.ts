import type { NumberFigures } from './read-facts.ts';

/** How many times what is expected beside other counts the zeros may be. */
const tolerance = 1.5;

/**
 * Counts in which nothing was simply what was counted: 0 is no more frequent than beside 1 is usual,
 * or the first of a fall, 0 > 1 > 2 ≥ 3, no steeper there than the fall from 1 to 2 is.
 */
function isCount({ storage, zeros, negatives, top_values: top }: NumberFigures): boolean {
  if (!storage.includes('INT')) return false;
  const [before = 0, ones = 0, twos = 0, threes = 0] = [-1, 1, 2, 3].map(
    (count) => top.find(({ value }) => value === count)?.n,
  );
  // Differences and delays go on below 0.
  if (negatives > 0) return before > 0 && zeros <= tolerance * Math.max(before, ones);
  const isFall = ones > twos && twos > 0 && twos >= threes;
  return zeros <= tolerance * ones || (isFall && zeros * twos <= tolerance * ones ** 2);
}

const [nearest, furthest] = [0.5, 1.5];

/** Few levels of which 0 is the first: about as far from the next as that is from the one after it. */
function isLevel({ distinct, negatives, top_values: top }: NumberFigures): boolean {
  if (negatives > 0 || top.length !== distinct) return false;
  const [first, second] = top
    .map(({ value }) => Number(value))
    .filter((value) => value > 0)
    .toSorted((a, b) => a - b);
  if (first === undefined || second === undefined || first === 1) return false;
  const gap = second - first;
  return first >= nearest * gap && first <= furthest * gap;
}

/** Whether 0 is a count, or a level of a few, such as no discount beside 5 and 10 per cent. */
export const isNaturalZero = (figures: NumberFigures): boolean =>
  isCount(figures) || isLevel(figures);
