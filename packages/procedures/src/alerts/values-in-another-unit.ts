import { normalSurvival } from '@columnist/statistics';
import { quantileOf } from './read-facts.ts';

/** The values beyond the middle between a median and where another unit puts it, if they are a heap. */
export function valuesInAnotherUnit(
  sorted: Float64Array,
  shift: number,
  isAbove: boolean,
  turned: (median: number) => number,
  widest: number,
): { bound: number; isOverlapping: boolean } | null {
  if (isAbove !== shift > 0) return null;
  const parts = (bound: number): [rest: Float64Array, other: Float64Array] => {
    const at = firstAbove(sorted, bound);
    const [below, above] = [sorted.subarray(0, at), sorted.subarray(at)];
    return isAbove ? [below, above] : [above, below];
  };
  // The median of all is drawn towards the other heap; a second look is of the larger one alone.
  let bound = quantileOf(sorted, 0.5) + shift / 2;
  for (let look = 0; look < 3; look++) {
    const [rest] = parts(bound);
    const median = quantileOf(rest, 0.5);
    bound = (median + turned(median)) / 2;
  }
  const [rest, other] = parts(bound);
  const n = other.length;
  if (n < 3 || n < 0.005 * sorted.length || n > 0.5 * sorted.length) return null;
  // One value again and again is a limit or a code, and no quantity in another unit.
  if (other.every((value) => value === other[0])) return null;
  // In its own unit the part is of the same quantity: nearly all is in the range of the rest.
  const [least, most] = [rest[0] ?? NaN, rest.at(-1) ?? NaN].map(turned);
  const outside = other.filter((value) => !(value >= (least ?? NaN) && value <= (most ?? NaN)));
  if (outside.length > Math.floor(0.1 * n)) return null;
  const median = quantileOf(rest, 0.5);
  const gap = Math.abs(turned(median) - median);
  const middle = quantileOf(other, 0.5);
  const [wide, narrow] = [spreadOf(rest), spreadOf(other)];
  const isWide = wide > widest && gap < 6 * wide;
  if (
    gap < 2.8 * wide ||
    (isWide && (gap < 4.5 * wide || !isSmallUnit(isAbove ? other : rest, isAbove ? rest : other)))
  )
    return null;
  const allowed = 0.04 * gap + (2.5 * Math.max(wide, narrow)) / Math.sqrt(n);
  if (Math.abs(middle - turned(median)) > Math.min(allowed, 0.15 * gap + 0.02)) return null;
  if (n >= 12 && (narrow > 2.5 * wide || narrow < 0.35 * wide)) return null;
  const around = (place: number): number => {
    const half = 0.13 * gap;
    return firstAbove(sorted, place + half) - firstAbove(sorted, place - half);
  };
  const between = [-0.15, -0.1, -0.05, 0, 0.05, 0.1, 0.15].map((share) =>
    around(bound + share * gap),
  );
  const [valley, heap, high] = [Math.min(...between), around(middle), around(median)];
  const isDeep = heap - valley > 2.3 * Math.sqrt(heap + valley) && high > 2 * valley;
  const isEmpty = valley === 0 && 8 * wide < gap;
  return isDeep || isEmpty
    ? { bound, isOverlapping: isOverlapping(sorted, bound, gap, [wide, narrow]) }
    : null;
}

/** Whether the logarithms above are of whole numbers and those below are not: cents, and sums of money. */
const isSmallUnit = (above: Float64Array, below: Float64Array): boolean =>
  wholeShare(above) > 0.9 && wholeShare(below) < 0.5;

const wholeShare = (logs: Float64Array): number =>
  logs.reduce((n, log) => {
    const value = Math.exp(log);
    return n + (Math.abs(value - Math.round(value)) < 1e-6 * Math.max(1, value * 1e-6) ? 1 : 0);
  }, 0) / logs.length;

/** Whether there is no clear gap at the bound, or the heaps reach over it by their width. */
function isOverlapping(
  sorted: Float64Array,
  bound: number,
  gap: number,
  widths: readonly number[],
): boolean {
  const at = firstAbove(sorted, bound);
  const between = (sorted[at] ?? Infinity) - (sorted[at - 1] ?? -Infinity);
  const beyond = normalSurvival(gap / 2 / Math.max(...widths));
  return between < 0.2 * gap || sorted.length * beyond > 0.5;
}

const spreadOf = (sorted: Float64Array): number =>
  (quantileOf(sorted, 0.75) - quantileOf(sorted, 0.25)) / 1.349;

function firstAbove(sorted: Float64Array, bound: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? Infinity) > bound) high = middle;
    else low = middle + 1;
  }
  return low;
}
