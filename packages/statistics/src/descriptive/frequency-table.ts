import { CompensatedSum } from '../numerics/compensated-sum.ts';
import { twoProduct } from '../numerics/double-double.ts';
import { powerOfTwoNear } from '../numerics/power-of-two.ts';
import {
  interpolate,
  positionOfType,
  quantilePosition,
  type QuantilePosition,
  type QuantileType,
} from './quantiles.ts';

/**
 * A column as its distinct values in ascending order and how often each occurs. It is all that the
 * order statistics,
 * the moments, the mode and every histogram of the column need, and it is exact.
 */
export interface FrequencyTable {
  readonly values: Float64Array;
  /** counts[i] of values[i]; all at least 1. */
  readonly counts: Uint32Array;
  /** cumulative[i] = counts[0] + … + counts[i]. */
  readonly cumulative: Uint32Array;
  /** All values counted. */
  readonly n: number;
}

const countedAtMost = 2 ** 32 - 1;

/**
 * From distinct ascending finite values and their counts; both of one length. Throws a RangeError
 * beyond 2^32 − 1 in all.
 */
export function frequencyTable(values: Float64Array, counts: Uint32Array): FrequencyTable {
  const cumulative = new Uint32Array(counts.length);
  let n = 0;
  for (let i = 0; i < counts.length; i++) {
    n += counts[i] ?? 0;
    cumulative[i] = n;
  }
  if (n > countedAtMost) throw new RangeError(`A table counts at most ${countedAtMost} values.`);
  return { values, counts, cumulative, n };
}

/** Whether all values are whole numbers that a double holds exactly. */
export function areSafeIntegers(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (!Number.isSafeInteger(at(values, i))) return false;
  return true;
}

/** First index of an ascending array for which the predicate holds; its length where none does. */
function firstIndex(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

const at = (array: Float64Array, index: number): number => array[index] ?? NaN;
// Two functions: one that meets arrays of either kind would be compiled for both, and slower.
const countAt = (array: Uint32Array, index: number): number => array[index] ?? NaN;

/** The value with 0-based rank among all n sorted values, 0 ≤ rank < n. */
export function orderStatistic({ values, cumulative }: FrequencyTable, rank: number): number {
  return at(
    values,
    firstIndex(values.length, (i) => countAt(cumulative, i) > rank),
  );
}

/** A quantile of one of the nine types, n ≥ 1. R: quantile(x, p, type). */
export function quantile(table: FrequencyTable, p: number, type: QuantileType = 7): number {
  const { lower, upper, weight } = positionOfType(table.n, p, type);
  const low = orderStatistic(table, lower);
  return upper === lower ? low : interpolate(low, orderStatistic(table, upper), weight);
}

/**
 * From the lower quartile to the upper one, n ≥ 1: quartiles between two values are taken from a
 * value among them, so that what all values share costs no digits. R: diff(quantile(x, c(.25, .75),
 * type = type)).
 */
export function interquartileRange(table: FrequencyTable, type: QuantileType = 7): number {
  const [first, third] = [positionOfType(table.n, 0.25, type), positionOfType(table.n, 0.75, type)];
  const base = orderStatistic(table, first.lower);
  const from = ({ lower, upper, weight }: QuantilePosition): number =>
    interpolate(orderStatistic(table, lower) - base, orderStatistic(table, upper) - base, weight);
  const range = from(third) - from(first);
  return Number.isFinite(range) ? range : quantile(table, 0.75, type) - quantile(table, 0.25, type);
}

/** How many values are smaller than x. */
export function countBelow({ values, cumulative }: FrequencyTable, x: number): number {
  const i = firstIndex(values.length, (index) => at(values, index) >= x);
  return i === 0 ? 0 : countAt(cumulative, i - 1);
}

/** How many values are at most x. */
export function countUpTo({ values, cumulative }: FrequencyTable, x: number): number {
  const i = firstIndex(values.length, (index) => at(values, index) > x);
  return i === 0 ? 0 : countAt(cumulative, i - 1);
}

/**
 * Counts between neighbouring edges, [low, high) and the last [low, high]; what lies outside counts
 * at the ends.
 */
export function countsBetween(table: FrequencyTable, edges: readonly number[]): number[] {
  const bars = edges.length - 1;
  return Array.from({ length: bars }, (_, i) => {
    const from = i === 0 ? 0 : countBelow(table, edges[i] ?? NaN);
    const to = i === bars - 1 ? table.n : countBelow(table, edges[i + 1] ?? NaN);
    return to - from;
  });
}

export interface ValueCount {
  readonly value: number;
  readonly n: number;
}

/** The most frequent values, ties in ascending order of the values. */
export function topValues({ values, counts }: FrequencyTable, limit: number): ValueCount[] {
  const top: ValueCount[] = [];
  let least = 0;
  for (let i = 0; i < values.length; i++) {
    const n = countAt(counts, i);
    if (n <= least) continue;
    const place = top.findIndex((entry) => entry.n < n);
    top.splice(place === -1 ? top.length : place, 0, { value: at(values, i), n });
    if (top.length < limit) continue;
    top.length = limit;
    least = top.at(-1)?.n ?? 0;
  }
  return top;
}

/**
 * A power of two near the largest value: in multiples of it, which change no digit, no partial sum
 * overflows.
 */
export const unitOf = ({ values }: FrequencyTable): number =>
  powerOfTwoNear(Math.max(Math.abs(at(values, 0)), Math.abs(at(values, values.length - 1))));

/** Sum of all values, n ≥ 1; exact for whole numbers while no partial sum reaches 2^53. */
export function sumOf(table: FrequencyTable): number {
  const unit = unitOf(table);
  return sumWithout(table, 0, unit) * unit;
}

/**
 * Two means after the floor(n · trim) smallest and largest values were left out (trimmed) or set to
 * the next one kept
 * (winsorised). R: mean(x, trim = trim), mean(DescTools::Winsorize(…)) by count. n ≥ 1, 0 ≤ trim <
 * 0.5.
 */
export function robustMeans(
  table: FrequencyTable,
  trim: number,
): { trimmed: number; winsorised: number } {
  const unit = unitOf(table);
  const cut = Math.floor(table.n * trim);
  const kept = sumWithout(table, cut, unit);
  const sum = new CompensatedSum();
  sum.add(kept);
  if (cut > 0) {
    sum.add((cut * orderStatistic(table, cut)) / unit);
    sum.add((cut * orderStatistic(table, table.n - 1 - cut)) / unit);
  }
  return { trimmed: (kept / (table.n - 2 * cut)) * unit, winsorised: (sum.total / table.n) * unit };
}

/** Sum in units, without the `cut` smallest and largest values. */
function sumWithout(
  { values, counts, cumulative, n }: FrequencyTable,
  cut: number,
  unit: number,
): number {
  const sum = new CompensatedSum();
  for (let i = 0; i < values.length; i++) {
    const to = Math.min(countAt(cumulative, i), n - cut);
    const from = Math.max(countAt(cumulative, i) - countAt(counts, i), cut);
    if (to <= from) continue;
    const { hi, lo } = twoProduct(to - from, at(values, i) / unit);
    sum.add(hi);
    sum.add(lo);
  }
  return sum.total;
}

/** exp of the mean logarithm of origin + value; null unless all of these are positive. */
export function geometricMean({ values, counts, n }: FrequencyTable, origin = 0): number | null {
  if (n === 0 || origin + at(values, 0) <= 0) return null;
  const sum = new CompensatedSum();
  for (let i = 0; i < values.length; i++)
    sum.add(countAt(counts, i) * Math.log(origin + at(values, i)));
  return Math.exp(sum.total / n);
}

/** n over the sum of reciprocals of origin + value; null unless all of these are positive. */
export function harmonicMean({ values, counts, n }: FrequencyTable, origin = 0): number | null {
  if (n === 0 || origin + at(values, 0) <= 0) return null;
  const sum = new CompensatedSum();
  for (let i = 0; i < values.length; i++) sum.add(countAt(counts, i) / (origin + at(values, i)));
  return n / sum.total;
}

/** Median of |x − median|, without the constant. R: mad(x, constant = 1). n ≥ 1. */
export function medianAbsoluteDeviation(table: FrequencyTable): number {
  const centre = quantile(table, 0.5);
  const { lower, upper, weight } = quantilePosition(table.n, 0.5);
  let right = firstIndex(table.values.length, (i) => at(table.values, i) >= centre);
  let left = right - 1;
  let seen = 0;
  let atLower = NaN;
  while (left >= 0 || right < table.values.length) {
    const below = left >= 0 ? centre - at(table.values, left) : Infinity;
    const above = right < table.values.length ? at(table.values, right) - centre : Infinity;
    const nearest = Math.min(below, above);
    seen += below <= above ? countAt(table.counts, left--) : countAt(table.counts, right++);
    if (Number.isNaN(atLower) && seen > lower) atLower = nearest;
    if (seen > upper) return interpolate(atLower, nearest, weight);
  }
  return atLower;
}
