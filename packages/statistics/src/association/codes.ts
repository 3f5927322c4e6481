import { areSafeIntegers, isDense } from '../descriptive/frequency-table.ts';

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
  const dense = isDense(low, high, all.length) && areSafeIntegers(sorted);
  const places = new Int32Array(dense ? high - low + 1 : 0);
  if (dense) for (let place = 0; place < sorted.length; place++) places[(sorted[place] ?? low) - low] = place;
  for (let i = 0; i < all.length; i++) {
    const value = all[i] ?? NaN;
    if (Number.isFinite(value)) codes[i] = dense ? (places[value - low] ?? 0) : search(sorted, value);
  }
  return { codes, distinct: sorted.length };
}

function search(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? NaN) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
