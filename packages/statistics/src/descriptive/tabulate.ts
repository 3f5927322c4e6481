import { commonDivisor } from '../numerics/common-divisor.ts';
import { frequencyTable, type FrequencyTable } from './frequency-table.ts';

const denseFactor = 8;
const digitBits = 11;
const digits = 1 << digitBits;

/**
 * Whether n whole numbers lie so close that a place for every step of their range is cheaper than
 * sorting or searching.
 */
export const isDense = (low: number, high: number, n: number): boolean =>
  high - low <= denseFactor * n;

/**
 * Counts the finite values; NaN (missing) and infinities are left out. The array is not changed,
 * unless it is said to be spent: then it is sorted in its own memory, which may become the table's.
 */
export function tabulate(all: Float64Array, isSpent = false): FrequencyTable {
  let n = 0;
  let low = Infinity;
  let high = -Infinity;
  let whole = true;
  for (let i = 0; i < all.length; i++) {
    const value = at(all, i);
    if (!Number.isFinite(value)) continue;
    n += 1;
    whole &&= Number.isSafeInteger(value);
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const room = (): Float64Array => (isSpent ? all.subarray(0, n) : new Float64Array(n));
  if (!whole || n === 0 || high - low > Number.MAX_SAFE_INTEGER)
    return countSorted(sorted(all, room()));
  const step = isDense(low, high, n) ? 1 : commonStep(all, low);
  const steps = (high - low) / step;
  // Places for more steps than there are values would take more than their memory.
  if (isSpent ? steps <= n : isDense(0, steps, n))
    return countPlaces(all, { low, step, steps }, isSpent ? all : undefined);
  return n > digits && steps < 2 ** 32
    ? countSorted(sortedSteps(all, room(), low, step))
    : countSorted(sorted(all, room()));
}

/** The finite values in ascending order, in their room, which may begin the array itself. */
function sorted(all: Float64Array, finite: Float64Array): Float64Array {
  let next = 0;
  for (let i = 0; i < all.length; i++) {
    const value = at(all, i);
    // Negative zero is zero.
    if (Number.isFinite(value)) finite[next++] = value + 0;
  }
  return finite.sort();
}

/**
 * Of values in any order, each with how often it occurs; what is not finite is left out, and a
 * value may be there more than once.
 */
export function tabulateCounted(values: Float64Array, times: Float64Array): FrequencyTable {
  const places = Array.from(values.keys())
    .filter((place) => Number.isFinite(values[place]))
    .sort((a, b) => at(values, a) - at(values, b));
  const table = emptyTable(new Set(places.map((place) => at(values, place) + 0)).size);
  let next = -1;
  for (const place of places) {
    // Negative zero is zero.
    const value = at(values, place) + 0;
    if (next < 0 || table.values[next] !== value) table.values[++next] = value;
    table.counts[next] = (table.counts[next] ?? 0) + at(times, place);
  }
  return frequencyTable(table.values, table.counts);
}

/**
 * The greatest common divisor of the distances from the lowest: days are so many microseconds
 * apart.
 */
function commonStep(values: Float64Array, low: number): number {
  let step = 0;
  for (let i = 0; i < values.length && step !== 1; i++) {
    const distance = at(values, i) - low;
    if (Number.isFinite(distance)) step = commonDivisor(step, distance);
  }
  return step;
}

/** The distinct values are written into `room`, which may be the array itself. */
function countPlaces(
  values: Float64Array,
  { low, step, steps }: { readonly low: number; readonly step: number; readonly steps: number },
  room?: Float64Array,
): FrequencyTable {
  const places = new Uint32Array(steps + 1);
  for (let i = 0; i < values.length; i++) {
    const place = (at(values, i) - low) / step;
    if (Number.isFinite(place)) places[place] = (places[place] ?? 0) + 1;
  }
  let distinct = 0;
  for (let place = 0; place < places.length; place++) if (places[place] !== 0) distinct += 1;
  const found = (room ?? new Float64Array(distinct)).subarray(0, distinct);
  let next = 0;
  for (let place = 0; place < places.length; place++) {
    const count = places[place] ?? 0;
    if (count === 0) continue;
    found[next] = low + place * step;
    places[next] = count;
    next += 1;
  }
  const counts = places.subarray(0, distinct);
  return frequencyTable(
    isLittle(found) ? found.slice() : found,
    isLittle(counts) ? counts.slice() : counts,
  );
}

/**
 * The finite of whole numbers of at most 2^32 steps above the lowest in ascending order, in their
 * room, which may begin the array itself; digit by digit (LSD radix sort, Knuth 5.2.5): a fraction
 * of the time that comparing takes.
 */
function sortedSteps(
  values: Float64Array,
  sorted: Float64Array,
  low: number,
  step: number,
): Float64Array {
  const n = sorted.length;
  // It is sorted in the memory of the result, from one half to the other and back: after three
  // digits it lies in the second.
  const { buffer, byteOffset } = sorted;
  let from = new Uint32Array(buffer, byteOffset, n);
  let to = new Uint32Array(buffer, byteOffset + n * Uint32Array.BYTES_PER_ELEMENT, n);
  let next = 0;
  for (let i = 0; i < values.length; i++) {
    const value = at(values, i);
    if (Number.isFinite(value)) from[next++] = (value - low) / step;
  }
  for (let shift = 0; shift < 32; shift += digitBits) {
    const begins = new Uint32Array(digits + 1);
    for (let i = 0; i < n; i++) {
      const after = (((from[i] ?? 0) >>> shift) & (digits - 1)) + 1;
      begins[after] = (begins[after] ?? 0) + 1;
    }
    for (let digit = 0; digit < digits; digit++)
      begins[digit + 1] = (begins[digit + 1] ?? 0) + (begins[digit] ?? 0);
    for (let i = 0; i < n; i++) {
      const value = from[i] ?? 0;
      const digit = (value >>> shift) & (digits - 1);
      const place = begins[digit] ?? 0;
      to[place] = value;
      begins[digit] = place + 1;
    }
    [from, to] = [to, from];
  }
  // A double takes the place of two steps, which were read before: they lie in the second half.
  for (let i = 0; i < n; i++) sorted[i] = low + (from[i] ?? 0) * step;
  return sorted;
}

/**
 * Moves the distinct values to the beginning of the array, and takes it where they are most of it:
 * it may be large.
 */
function countSorted(sorted: Float64Array): FrequencyTable {
  let distinct = 0;
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) distinct += 1;
  const counts = new Uint32Array(distinct);
  let next = 0;
  let start = 0;
  for (let i = 1; i <= sorted.length; i++) {
    const value = at(sorted, start);
    if (i < sorted.length && sorted[i] === value) continue;
    sorted[next] = value;
    counts[next] = i - start;
    next += 1;
    start = i;
  }
  const found = sorted.subarray(0, distinct);
  return frequencyTable(isLittle(found) ? found.slice() : found, counts);
}

/** Whether the beginning of an array is less than half of the memory that it keeps. */
const isLittle = (part: Float64Array | Uint32Array): boolean =>
  2 * part.byteLength < part.buffer.byteLength;

const emptyTable = (distinct: number) => ({
  values: new Float64Array(distinct),
  counts: new Uint32Array(distinct),
});

const at = (array: Float64Array, index: number): number => array[index] ?? NaN;
