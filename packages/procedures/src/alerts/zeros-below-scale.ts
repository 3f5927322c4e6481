import { quantileOf, type NumberFacts } from './read-facts.ts';

/** Of zeros beside other counts, the least that is left of 1s by the fall from 2 to 1. */
const leastShare = 0.05;
const fewestOnes = 20;
const onesAtLeast = 0.05;
const rareInCounts = 0.02;
const rareInScale = 0.05;
const [fewestLevels, mostLevels] = [4, 11];
const fewestOthers = 2;

/**
 * What makes zeros among whole numbers from 1 on impossible, in words; null where they may be true.
 * Counts of which 1 is frequent have 0 as well, or begin at 1, as persons of a household do: zeros
 * are then a twentieth of n₁² / n₂ at most, where Poisson's law has a half. A scale begins at 1 where two
 * other columns have the same levels without 0.
 */
export function zerosBelowScale(facts: NumberFacts, others: readonly NumberFacts[]): string | null {
  const { name, whole, figures, sorted } = facts;
  const { zeros, negatives, n } = figures;
  if (!whole || zeros === 0 || negatives > 0 || sorted.length !== n) return null;
  const [ones, twos] = [1, 2].map((value) => countOf(sorted, value));
  if (ones === undefined || twos === undefined || twos === 0) return null;
  if (
    ones >= Math.max(fewestOnes, onesAtLeast * n) &&
    zeros <= rareInCounts * n &&
    zeros <= (leastShare * ones ** 2) / twos
  )
    return `though 1 is frequent (${ones.toLocaleString('en')} rows)`;
  const top = topOfScale(sorted);
  if (top === null || zeros > rareInScale * n) return null;
  const alike = others.filter(
    (other) =>
      other.name !== name &&
      other.whole &&
      other.figures.zeros === 0 &&
      topOfScale(other.sorted) === top,
  );
  const [first, second] = alike;
  return first === undefined || second === undefined || alike.length < fewestOthers
    ? null
    : `though it is a scale from 1 to ${top} as ${first.name} and ${second.name} are`;
}

/** The last of whole numbers from 1 on that all occur, beside 0. */
function topOfScale(sorted: Float64Array): number | null {
  const levels = new Set<number>();
  for (const value of sorted) {
    levels.add(value);
    if (levels.size > mostLevels + 1) return null;
  }
  const top = quantileOf(sorted, 1);
  levels.delete(0);
  return Number.isInteger(top) && top === levels.size && top >= fewestLevels && levels.has(1)
    ? top
    : null;
}

const countOf = (sorted: Float64Array, value: number): number =>
  sorted.reduce((n, one) => n + (one === value ? 1 : 0), 0);
