import type { Interval } from '../numerics/interval.ts';
import { normalQuantile, normalSurvival } from '../distributions/normal.ts';
import { studentTQuantile, studentTCdf } from '../distributions/student-t.ts';
import { varianceOf, type Sample } from './samples.ts';
import { tResult, type Alternative, type TTest } from './t-test.ts';

/**
 * One sample against a mean in its units, or differences of pairs against 0. R: t.test(x, mu = mu);
 * d and g as effectsize::cohens_d(x, mu = mu) and hedges_g. n ≥ 2, values with spread.
 */
export function oneSampleT(x: Sample, mu: number, alternative: Alternative, level: number): TTest {
  const sd = Math.sqrt(varianceOf(x));
  const root = Math.sqrt(x.n);
  return tResult(
    { difference: x.mean - mu, error: sd / root, df: x.n - 1, unit: sd, spread: 1 / root },
    alternative,
    level,
  );
}

export interface Equivalence {
  /** t against the lower and the upper bound. */
  readonly t: readonly [lower: number, upper: number];
  readonly df: number;
  readonly p: number;
  readonly p_lower: number;
  readonly p_upper: number;
  /**
   * At 1 − 2α, as a decimal: within the bounds exactly where p < α. null from α = .5 on, where there
   * is no such level.
   */
  readonly interval: Interval | null;
}

/**
 * Two one-sided tests (Schuirmann 1987) of an estimate that lies between bounds. R: t.test(…, mu =
 * bound, alternative = …) twice; TOSTER.
 */
export function equivalence(
  estimate: number,
  error: number,
  df: number,
  bounds: readonly [number, number],
  alpha: number,
): Equivalence {
  const t: [number, number] = [(estimate - bounds[0]) / error, (estimate - bounds[1]) / error];
  const [p_lower, p_upper] = [studentTCdf(-t[0], df), studentTCdf(t[1], df)];
  const half = studentTQuantile(1 - alpha, df) * error;
  const level = Number((1 - 2 * alpha).toFixed(12));
  return {
    t,
    df,
    p: Math.max(p_lower, p_upper),
    p_lower,
    p_upper,
    interval: level > 0 ? { level, low: estimate - half, high: estimate + half } : null,
  };
}

export interface SignedRank {
  /** Sum of the ranks of positive differences; R's V. */
  readonly v: number;
  readonly z: number | null;
  readonly p: number;
  /** Differences of 0, which have no sign and are left out. */
  readonly zeros: number;
  readonly rank_biserial: { readonly value: number; readonly interval: Interval };
}

/**
 * Wilcoxon's signed rank test of differences, one of them not 0. Exact for fewer than 50 without
 * ties and zeros, else normal with corrections for ties and continuity. R: wilcox.test(x, mu = mu);
 * effect as effectsize::rank_biserial.
 */
export function wilcoxonSignedRank(
  differences: Float64Array,
  alternative: Alternative,
  level: number,
): SignedRank {
  const kept = Array.from(
    differences.filter((value) => value !== 0),
    (value) => ({ size: Math.abs(value), positive: value > 0 }),
  ).sort((a, b) => a.size - b.size);
  const n = kept.length;
  const zeros = differences.length - n;
  let [v, ties] = [0, 0];
  for (let start = 0; start < n;) {
    let end = start + 1;
    while (end < n && kept[end]?.size === kept[start]?.size) end += 1;
    for (let i = start; i < end; i++) if (kept[i]?.positive === true) v += (start + 1 + end) / 2;
    ties += (end - start) ** 3 - (end - start);
    start = end;
  }
  const most = (n * (n + 1)) / 2;
  const value = (2 * v) / most - 1;
  const spread = Math.sqrt((2 * n ** 3 + 3 * n ** 2 + n) / 6) / most;
  const half = normalQuantile((1 + level) / 2) * spread;
  const rank_biserial = {
    value,
    interval: {
      level,
      low: Math.tanh(Math.atanh(value) - half),
      high: Math.tanh(Math.atanh(value) + half),
    },
  };
  if (ties === 0 && zeros === 0 && n < 50)
    return { v, z: null, p: exactP(v, n, alternative), zeros, rank_biserial };
  const centred = v - most / 2;
  const sd = Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24 - ties / 48);
  const continuity =
    alternative === 'two_sided' ? Math.sign(centred) * 0.5 : alternative === 'greater' ? 0.5 : -0.5;
  const z = (centred - continuity) / sd;
  return {
    v,
    z,
    p:
      alternative === 'two_sided'
        ? Math.min(1, 2 * normalSurvival(Math.abs(z)))
        : normalSurvival(alternative === 'greater' ? z : -z),
    zeros,
    rank_biserial,
  };
}

/** How many of the 2^n choices of signs give each sum; symmetric. */
export function countsOfV(n: number): Float64Array {
  const most = (n * (n + 1)) / 2;
  const counts = new Float64Array(most + 1);
  counts[0] = 1;
  for (let rank = 1; rank <= n; rank++)
    for (let i = most; i >= rank; i--) counts[i] = (counts[i] ?? 0) + (counts[i - rank] ?? 0);
  return counts;
}

function exactP(v: number, n: number, alternative: Alternative): number {
  const counts = countsOfV(n);
  const upTo = (last: number): number =>
    counts.slice(0, last + 1).reduce((sum, count) => sum + count, 0) / 2 ** n;
  const [lower, upper] = [upTo(v), upTo(counts.length - 1 - v)];
  return alternative === 'less'
    ? lower
    : alternative === 'greater'
      ? upper
      : Math.min(1, 2 * Math.min(lower, upper));
}
