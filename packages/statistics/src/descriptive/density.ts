export interface Density {
  readonly bandwidth: number;
  readonly x: number[];
  readonly y: number[];
}

/**
 * Silverman's rule of thumb (1986, eq. 3.31): 0.9 min(sd, IQR/1.34) n^(−1/5), sd where the IQR is
 * 0. R: bw.nrd0(x).
 */
export function bandwidthNrd0(n: number, sd: number, iqr: number): number {
  const spread = iqr > 0 ? Math.min(sd, iqr / 1.34) : sd;
  return 0.9 * spread * n ** -0.2;
}

/**
 * Gaussian kernel density from equally wide bins: each bin's count is at its centre.
 * `counts` over [low, low + width · counts.length]; evaluated at `points` places from `from` to
 * `to`.
 */
export function binnedDensity(
  bins: { readonly low: number; readonly width: number; readonly counts: readonly number[] },
  bandwidth: number,
  grid: { readonly from: number; readonly to: number; readonly points: number },
): Density {
  const total = bins.counts.reduce((sum, count) => sum + count, 0);
  const filled = bins.counts.flatMap((count, i) =>
    count > 0 ? [{ at: bins.low + (i + 0.5) * bins.width, count }] : [],
  );
  const scale = 1 / (total * bandwidth * Math.sqrt(2 * Math.PI));
  const step = (grid.to - grid.from) / (grid.points - 1);
  const x = Array.from({ length: grid.points }, (_, i) => grid.from + i * step);
  const y = x.map(
    (place) =>
      scale *
      filled.reduce(
        (sum, { at, count }) => sum + count * Math.exp(-0.5 * ((place - at) / bandwidth) ** 2),
        0,
      ),
  );
  return { bandwidth, x, y };
}
