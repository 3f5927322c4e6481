import { areSafeIntegers } from '../descriptive/frequency-table.ts';
import { compensatedSum } from '../numerics/compensated-sum.ts';
import type { CentredProducts } from './correlation.ts';

/** Mean of the present values, for centring; 0 where there are none. */
export function presentMean(values: Float64Array): number {
  let n = 0;
  const sum = compensatedSum(values.length, (i) => {
    const value = values[i] ?? NaN;
    if (Number.isNaN(value)) return 0;
    n += 1;
    return value;
  });
  return n === 0 ? 0 : sum / n;
}

/**
 * Centred sums over the rows where both are present; a missing value is NaN, both are of one length. One pass over the
 * deviations from centres near the means, then corrected to the means of these rows (Chan, Golub & LeVeque 1983).
 */
export function centredProducts(x: Float64Array, y: Float64Array, centreX: number, centreY: number): CentredProducts {
  let n = 0;
  let sx = 0;
  let sy = 0;
  let sxx = 0;
  let syy = 0;
  let sxy = 0;
  for (let i = 0; i < x.length; i++) {
    const dx = (x[i] ?? NaN) - centreX;
    const dy = (y[i] ?? NaN) - centreY;
    const product = dx * dy;
    if (Number.isNaN(product)) continue;
    n += 1;
    sx += dx;
    sy += dy;
    sxx += dx * dx;
    syy += dy * dy;
    sxy += product;
  }
  return n === 0 ? { n, sxx, syy, sxy } : { n, sxx: sxx - (sx * sx) / n, syy: syy - (sy * sy) / n, sxy: sxy - (sx * sy) / n };
}

/** A column as places among its sorted distinct values; −1 is missing. */
export interface Codes {
  readonly codes: Int32Array;
  readonly distinct: number;
  readonly missing: number;
}

/** Values that lie this densely on whole steps are looked up, not searched. */
const denseFactor = 8;

/** The places of values among the distinct ones of the same column. */
export function codesOf(all: Float64Array, sorted: Float64Array): Codes {
  const codes = new Int32Array(all.length).fill(-1);
  const low = sorted[0] ?? 0;
  const span = (sorted.at(-1) ?? 0) - low;
  const dense = span <= denseFactor * all.length && areSafeIntegers(sorted);
  const places = new Int32Array(dense ? span + 1 : 0);
  if (dense) for (let place = 0; place < sorted.length; place++) places[(sorted[place] ?? low) - low] = place;
  let missing = 0;
  for (let i = 0; i < all.length; i++) {
    const value = all[i] ?? NaN;
    if (!Number.isFinite(value)) missing += 1;
    else codes[i] = dense ? (places[value - low] ?? 0) : search(sorted, value);
  }
  return { codes, distinct: sorted.length, missing };
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

/** Average rank of each distinct value, less the mean rank, from how often each occurs. */
function centredRanks(counts: Uint32Array, n: number): Float64Array {
  const ranks = new Float64Array(counts.length);
  let before = 0;
  for (let i = 0; i < counts.length; i++) {
    const count = counts[i] ?? 0;
    ranks[i] = before + (count + 1) / 2 - (n + 1) / 2;
    before += count;
  }
  return ranks;
}

/** Centred sums of the average ranks among the rows where both are present: Spearman's ρ is Pearson's r of these. */
export function centredRankProducts(x: Codes, y: Codes): CentredProducts {
  const countsX = new Uint32Array(x.distinct);
  const countsY = new Uint32Array(y.distinct);
  let n = 0;
  for (let i = 0; i < x.codes.length; i++) {
    const a = x.codes[i] ?? -1;
    const b = y.codes[i] ?? -1;
    if (a < 0 || b < 0) continue;
    n += 1;
    countsX[a] = (countsX[a] ?? 0) + 1;
    countsY[b] = (countsY[b] ?? 0) + 1;
  }
  const ranksX = centredRanks(countsX, n);
  const ranksY = centredRanks(countsY, n);
  let sxy = 0;
  for (let i = 0; i < x.codes.length; i++) {
    const a = x.codes[i] ?? -1;
    const b = y.codes[i] ?? -1;
    if (a >= 0 && b >= 0) sxy += (ranksX[a] ?? 0) * (ranksY[b] ?? 0);
  }
  const squares = (ranks: Float64Array, counts: Uint32Array) => ranks.reduce((sum, rank, i) => sum + (counts[i] ?? 0) * rank * rank, 0);
  return { n, sxx: squares(ranksX, countsX), syy: squares(ranksY, countsY), sxy };
}
