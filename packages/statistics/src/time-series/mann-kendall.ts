import { kendallScore } from '../association/kendall.ts';
import { normalQuantile, normalSurvival } from '../distributions/normal.ts';
import type { Interval } from '../numerics/interval.ts';

export interface MannKendall {
  /** Pairs that rise less pairs that fall. */
  readonly s: number;
  readonly variance: number;
  /** With the correction for continuity. */
  readonly z: number;
  readonly p: number;
  readonly tau: number;
}

/**
 * Whether values in order tend to rise or fall, whatever the shape of the trend: Mann (1945),
 * Kendall (1975), variance corrected for ties. R: Kendall::MannKendall without its correction at
 * small n; trend::mk.test(). Values that vary, n ≥ 3.
 */
export function mannKendall(times: Float64Array, values: Float64Array): MannKendall {
  const { s, variance, tau } = kendallScore(times, values);
  const z = s === 0 ? 0 : (s - Math.sign(s)) / Math.sqrt(variance);
  return { s, variance, z, p: Math.min(1, 2 * normalSurvival(Math.abs(z))), tau };
}

/**
 * The median of the slopes between all pairs, with Sen's (1968) interval.
 * scipy.stats.theilslopes(y, x). Time and memory grow with the square of n.
 */
export function senSlope(
  times: Float64Array,
  values: Float64Array,
  variance: number,
  level: number,
): { slope: number; intercept: number; interval: Interval } {
  const n = values.length;
  const slopes = new Float64Array((n * (n - 1)) / 2);
  let count = 0;
  for (let j = 1; j < n; j++) {
    for (let i = 0; i < j; i++) {
      const run = (times[j] ?? NaN) - (times[i] ?? NaN);
      if (run !== 0) slopes[count++] = ((values[j] ?? NaN) - (values[i] ?? NaN)) / run;
    }
  }
  const sorted = slopes.subarray(0, count).sort();
  const reach = -normalQuantile((1 - level) / 2) * Math.sqrt(variance);
  const at = (rank: number): number => sorted[Math.min(count - 1, Math.max(0, rank))] ?? NaN;
  const slope = middle(sorted);
  return {
    slope,
    intercept:
      middle(Float64Array.from(values).sort()) - slope * middle(Float64Array.from(times).sort()),
    interval: {
      level,
      low: at(roundHalfEven((count - reach) / 2) - 1),
      high: at(roundHalfEven((count + reach) / 2)),
    },
  };
}

const middle = (sorted: Float64Array): number => {
  const half = sorted.length / 2;
  return Number.isInteger(half)
    ? ((sorted[half - 1] ?? NaN) + (sorted[half] ?? NaN)) / 2
    : (sorted[Math.floor(half)] ?? NaN);
};

/** As numpy and R round. */
function roundHalfEven(value: number): number {
  const down = Math.floor(value);
  return value - down === 0.5 ? down + (down % 2) : Math.round(value);
}
