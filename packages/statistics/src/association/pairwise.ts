import type { CentredProducts } from './correlation.ts';

/** Centred sums over the rows where both are present; a missing value is NaN. Both of one length. */
export function centredProducts(x: Float64Array, y: Float64Array): CentredProducts {
  let n = 0;
  let meanX = 0;
  let meanY = 0;
  for (let i = 0; i < x.length; i++) {
    const a = x[i] ?? NaN;
    const b = y[i] ?? NaN;
    if (a !== a || b !== b) continue;
    n += 1;
    meanX += (a - meanX) / n;
    meanY += (b - meanY) / n;
  }
  let sx = 0;
  let sy = 0;
  let sxx = 0;
  let syy = 0;
  let sxy = 0;
  for (let i = 0; i < x.length; i++) {
    const dx = (x[i] ?? NaN) - meanX;
    const dy = (y[i] ?? NaN) - meanY;
    if (dx !== dx || dy !== dy) continue;
    sx += dx;
    sy += dy;
    sxx += dx * dx;
    syy += dy * dy;
    sxy += dx * dy;
  }
  // The means were rounded: take out what is left of them (corrected two-pass algorithm, Chan et al. 1983).
  return n === 0 ? { n, sxx, syy, sxy } : { n, sxx: sxx - (sx * sx) / n, syy: syy - (sy * sy) / n, sxy: sxy - (sx * sy) / n };
}

/** A column as places among its sorted distinct values; −1 is missing. */
export interface Codes {
  readonly codes: Int32Array;
  readonly distinct: number;
}

/** Average rank of each distinct value, from how often each occurs. */
function averageRanks(counts: Float64Array): Float64Array {
  const ranks = new Float64Array(counts.length);
  let before = 0;
  for (let i = 0; i < counts.length; i++) {
    const count = counts[i] ?? 0;
    ranks[i] = before + (count + 1) / 2;
    before += count;
  }
  return ranks;
}

/** Centred sums of the average ranks among the rows where both are present: Spearman's ρ is Pearson's r of these. */
export function centredRankProducts(x: Codes, y: Codes): CentredProducts {
  const countsX = new Float64Array(x.distinct);
  const countsY = new Float64Array(y.distinct);
  let n = 0;
  for (let i = 0; i < x.codes.length; i++) {
    const a = x.codes[i] ?? -1;
    const b = y.codes[i] ?? -1;
    if (a < 0 || b < 0) continue;
    n += 1;
    countsX[a] = (countsX[a] ?? 0) + 1;
    countsY[b] = (countsY[b] ?? 0) + 1;
  }
  const ranksX = averageRanks(countsX);
  const ranksY = averageRanks(countsY);
  const mean = (n + 1) / 2;
  let sxx = 0;
  let syy = 0;
  let sxy = 0;
  for (let i = 0; i < x.codes.length; i++) {
    const a = x.codes[i] ?? -1;
    const b = y.codes[i] ?? -1;
    if (a < 0 || b < 0) continue;
    const dx = (ranksX[a] ?? 0) - mean;
    const dy = (ranksY[b] ?? 0) - mean;
    sxx += dx * dx;
    syy += dy * dy;
    sxy += dx * dy;
  }
  return { n, sxx, syy, sxy };
}
