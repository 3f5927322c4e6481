import { areSafeIntegers } from '../descriptive/frequency-table.ts';
import { isDense } from '../descriptive/tabulate.ts';

/** A column as places among its sorted distinct values; −1 is missing. */
export interface Codes {
  readonly codes: Int32Array;
  readonly distinct: number;
}

/** The places of values among the distinct finite ones of the same column, in ascending order. */
export function codesOf(all: Float64Array, sorted: Float64Array): Codes {
  const codes = new Int32Array(all.length).fill(-1);
  const low = sorted[0] ?? 0;
  const high = sorted.at(-1) ?? 0;
  if (isDense(low, high, all.length) && areSafeIntegers(sorted)) {
    const places = new Int32Array(high - low + 1);
    for (let place = 0; place < sorted.length; place++) places[(sorted[place] ?? low) - low] = place;
    for (let i = 0; i < all.length; i++) {
      const value = all[i] ?? NaN;
      if (Number.isFinite(value)) codes[i] = places[value - low] ?? 0;
    }
    return { codes, distinct: sorted.length };
  }
  const find = searcher(sorted, low, high);
  for (let i = 0; i < all.length; i++) {
    const value = all[i] ?? NaN;
    if (Number.isFinite(value)) codes[i] = find(value);
  }
  return { codes, distinct: sorted.length };
}

/** Finds places by the part of the range in which a value lies, as many parts as values: most hold one or two. */
function searcher(sorted: Float64Array, low: number, high: number): (value: number) => number {
  const parts = sorted.length;
  const factor = parts / (high - low);
  if (!Number.isFinite(factor) || factor === 0) return (value) => search(sorted, value, 0, parts - 1);
  // Rounding keeps the order of values, so parts are in order too.
  const partOf = (value: number): number => Math.min(parts - 1, Math.floor((value - low) * factor));
  const begins = new Int32Array(parts + 1).fill(parts);
  for (let place = parts - 1; place >= 0; place--) begins[partOf(sorted[place] ?? low)] = place;
  for (let part = parts - 1; part >= 0; part--) begins[part] = Math.min(begins[part] ?? parts, begins[part + 1] ?? parts);
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
