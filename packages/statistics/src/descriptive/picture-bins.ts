export interface PictureBins {
  readonly edges: number[];
  readonly clipped: { readonly low: boolean; readonly high: boolean };
}

export interface PictureBinsInput {
  readonly min: number;
  readonly max: number;
  readonly q1: number;
  readonly q3: number;
  /** As in the histogram's bins. */
  readonly grain: number;
}

/**
 * Bars of a column's small picture: 24 at most, equally wide. A tail that reaches beyond 10 IQR
 * from the quartiles is
 * drawn up to 5; what lies beyond counts in the last bar and is marked.
 */
export function pictureBins({ min, max, q1, q3, grain }: PictureBinsInput, bars = 24): PictureBins {
  const iqr = q3 - q1;
  const clipped = { low: iqr > 0 && min < q1 - 10 * iqr, high: iqr > 0 && max > q3 + 10 * iqr };
  const low = clipped.low ? q1 - 5 * iqr : min;
  const high = clipped.high ? q3 + 5 * iqr : max;
  if (low === high) return { edges: [low - 0.5, high + 0.5], clipped };
  if (grain > 0) {
    const first = min + Math.floor((low - min) / grain) * grain;
    const places = Math.ceil((high - first) / grain) + 1;
    const step = Math.ceil(places / bars) * grain;
    return {
      edges: Array.from(
        { length: Math.ceil((places * grain) / step) + 1 },
        (_, i) => first - grain / 2 + i * step,
      ),
      clipped,
    };
  }
  const width = (high - low) / bars;
  // Between the largest doubles of both signs lies more than a double can hold.
  const edge = Number.isFinite(width)
    ? (i: number) => low + i * width
    : (i: number) => low * (1 - i / bars) + high * (i / bars);
  // Where neighbours are all that lies between low and high, bounds may coincide.
  return {
    edges: [...new Set(Array.from({ length: bars + 1 }, (_, i) => (i === bars ? high : edge(i))))],
    clipped,
  };
}
