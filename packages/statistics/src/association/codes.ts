import { areSafeIntegers, type FrequencyTable } from '../descriptive/frequency-table.ts';
import { isDense } from '../descriptive/tabulate.ts';

/** A column as places among its sorted distinct values; −1 is missing. */
export interface Codes {
  readonly codes: Int32Array;
  /** How often each place occurs. */
  readonly counts: Uint32Array;
}

type Find = (value: number) => number;

/** The places of values in the table of the same column. */
export function codesOf(
  all: Float64Array,
  { values: sorted, counts }: Pick<FrequencyTable, 'values' | 'counts'>,
): Codes {
  const codes = new Int32Array(all.length).fill(-1);
  const find = finderOf(sorted, all.length);
  for (let i = 0; i < all.length; i++) {
    const value = all[i] ?? NaN;
    if (Number.isFinite(value)) codes[i] = find(value);
  }
  return { codes, counts };
}

/** Bits of a bitmap: 128 MB with what is counted of them. */
const bitsAtMost = 2 ** 29;
const bitsAValue = 128;

function finderOf(sorted: Float64Array, n: number): Find {
  const low = sorted[0] ?? 0;
  const high = sorted.at(-1) ?? 0;
  const steps = high - low;
  const dense = isDense(low, high, n);
  if ((dense || (steps <= bitsAValue * n && steps < bitsAtMost)) && areSafeIntegers(sorted))
    return dense ? inPlaces(sorted, low, steps) : inBitmap(sorted, low, steps);
  return inParts(sorted, low, high);
}

/** A place for every step of the range. */
function inPlaces(sorted: Float64Array, low: number, steps: number): Find {
  const places = new Int32Array(steps + 1);
  for (let place = 0; place < sorted.length; place++) places[(sorted[place] ?? low) - low] = place;
  return (value) => places[value - low] ?? 0;
}

/**
 * A bit for every step, and beside each 32 of them how many are set before: a place is counted with
 * one look into memory (Jacobson 1989).
 */
function inBitmap(sorted: Float64Array, low: number, steps: number): Find {
  const words = new Uint32Array(2 * ((steps >>> 5) + 1));
  for (let place = 0; place < sorted.length; place++) {
    const step = (sorted[place] ?? low) - low;
    const word = (step >>> 5) << 1;
    words[word] = (words[word] ?? 0) | (1 << (step & 31));
  }
  let before = 0;
  for (let word = 0; word < words.length; word += 2) {
    words[word + 1] = before;
    before += setBits(words[word] ?? 0);
  }
  return (value) => {
    const step = value - low;
    const word = (step >>> 5) << 1;
    return (words[word + 1] ?? 0) + setBits((words[word] ?? 0) & ((1 << (step & 31)) - 1));
  };
}

/** How many bits of a word are 1 (Warren, Hacker's Delight, 5-1). */
function setBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/**
 * By the part of the range in which a value lies, as many parts as values: most hold one or two.
 */
function inParts(sorted: Float64Array, low: number, high: number): Find {
  const parts = sorted.length;
  const factor = parts / (high - low);
  if (!Number.isFinite(factor) || factor === 0)
    return (value) => search(sorted, value, 0, parts - 1);
  // Rounding keeps the order of values, so parts are in order too.
  const partOf = (value: number): number => Math.min(parts - 1, Math.floor((value - low) * factor));
  const begins = new Int32Array(parts + 1).fill(parts);
  for (let place = parts - 1; place >= 0; place--) begins[partOf(sorted[place] ?? low)] = place;
  for (let part = parts - 1; part >= 0; part--)
    begins[part] = Math.min(begins[part] ?? parts, begins[part + 1] ?? parts);
  return (value) => {
    const part = partOf(value);
    return search(sorted, value, begins[part] ?? 0, (begins[part + 1] ?? parts) - 1);
  };
}

/** The place of a value between two places, both included. */
function search(sorted: Float64Array, value: number, first: number, last: number): number {
  let low = first;
  let high = last;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? NaN) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
