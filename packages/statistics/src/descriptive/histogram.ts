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
  /** All values are whole numbers. */
  readonly whole: boolean;
}

const maxBins = 200;

/**
 * Freedman & Diaconis (1981): width 2 IQR n^(−1/3); Sturges' ⌈log2 n⌉ + 1 bins where the IQR is 0. At most 200 bins.
 * Whole numbers get bins of a whole width centred on them, so that no bar covers more values than its neighbour.
 */
export function freedmanDiaconis({ n, min, max, iqr, whole }: BinsInput): Bins {
  const range = max - min;
  if (range === 0 || !Number.isFinite(range)) return { rule: 'constant', low: min, width: 0, count: 1 };
  const width = iqr > 0 ? (2 * iqr) / Math.cbrt(n) : range / (Math.ceil(Math.log2(n)) + 1);
  const rule = iqr > 0 ? 'freedman-diaconis' : 'sturges';
  const wanted = Math.min(maxBins, Math.max(1, Math.ceil(range / width)));
  if (whole && Math.abs(min) < 2 ** 52 && Math.abs(max) < 2 ** 52) {
    const step = Math.max(1, Math.round(range / wanted), Math.ceil((range + 1) / maxBins));
    return { rule: `${rule}, whole numbers`, low: min - 0.5, width: step, count: Math.ceil((range + 1) / step) };
  }
  return { rule, low: min, width: range / wanted, count: wanted };
}

/** The bounds of bins, one more than there are bins. */
export const binEdges = ({ low, width, count }: Bins, max: number): number[] =>
  Array.from({ length: count + 1 }, (_, i) => (i === count ? Math.max(max, low + width * count) : low + width * i));
