import { commonDivisor } from '../numerics/common-divisor.ts';

/** Equal bins from `low` to `high`; the last one includes its upper bound. */
export interface Bins {
  readonly rule: string;
  readonly low: number;
  readonly width: number;
  readonly count: number;
}

export interface BinsInput {
  readonly n: number;
  readonly min: number;
  readonly max: number;
  readonly iqr: number;
  /** All values are whole multiples of this from the smallest on; 0 where there is no such step. */
  readonly grain: number;
}

const maxBins = 200;
/** Places of a grid up to which each has a bar of its own: answers from 1 to 5, or from 0 to 10. */
const placesShownSingly = 12;

/**
 * Freedman & Diaconis (1981): width 2 IQR n^(−1/3); Sturges' ⌈log2 n⌉ + 1 bins where the IQR is 0.
 * At most 200 bins.
 * Values on a grid get bins that hold whole steps of it, so that no bar covers more places than its
 * neighbour; few places have a bin each.
 */
export function freedmanDiaconis({ n, min, max, iqr, grain }: BinsInput): Bins {
  const range = max - min;
  if (range === 0 || !Number.isFinite(range))
    return { rule: 'constant', low: min, width: 0, count: 1 };
  const width = iqr > 0 ? (2 * iqr) / Math.cbrt(n) : range / (Math.ceil(Math.log2(n)) + 1);
  const rule = iqr > 0 ? 'freedman-diaconis' : 'sturges';
  const wanted = Math.min(maxBins, Math.max(1, Math.ceil(range / width)));
  if (grain > 0) {
    const places = Math.round(range / grain) + 1;
    if (places <= placesShownSingly)
      return { rule: 'whole steps', low: min - grain / 2, width: grain, count: places };
    const held = Math.max(1, Math.round(places / wanted), Math.ceil(places / maxBins));
    return {
      rule: `${rule}, whole steps`,
      low: min - grain / 2,
      width: held * grain,
      count: Math.ceil(places / held),
    };
  }
  return { rule, low: min, width: range / wanted, count: wanted };
}

/**
 * The largest step of which all values are whole multiples, counted from the smallest: 10 for a
 * compass in tens of
 * degrees. 0 where a value is not whole, or is too large to be exact.
 */
export function grainOf(sorted: Float64Array): number {
  const first = sorted[0] ?? 0;
  let grain = 0;
  for (let i = 0; i < sorted.length; i++) {
    const value = sorted[i] ?? NaN;
    if (!Number.isSafeInteger(value)) return 0;
    if (grain !== 1) grain = commonDivisor(grain, value - first);
  }
  return grain;
}

/** The bounds of bins, one more than there are bins. */
export const binEdges = ({ low, width, count }: Bins, max: number): number[] =>
  Array.from({ length: count + 1 }, (_, i) =>
    i === count ? Math.max(max, low + width * count) : low + width * i,
  );
