import { normalSurvival } from '../distributions/normal.ts';
import type { Alternative } from '../groups/t-test.ts';

export interface Kendall {
  /** τ-b. */
  readonly tau: number;
  /** null where the exact distribution was used. */
  readonly z: number | null;
  readonly p: number;
}

interface PairCounts {
  readonly concordant: number;
  readonly discordant: number;
  readonly tiedX: readonly number[];
  readonly tiedY: readonly number[];
}

/**
 * Kendall's τ-b; p exact for fewer than 50 rows without ties, else normal with the variance
 * corrected for ties. R: cor.test(x, y, method = "kendall"). Columns that vary, n ≥ 2.
 */
export function kendall(x: Float64Array, y: Float64Array, alternative: Alternative): Kendall {
  const { s, variance, tau, concordant, tied } = kendallScore(x, y);
  if (x.length < 50 && !tied) return { tau, z: null, p: exactP(concordant, x.length, alternative) };
  const z = s / Math.sqrt(variance);
  return {
    tau,
    z,
    p:
      alternative === 'two_sided'
        ? 2 * normalSurvival(Math.abs(z))
        : normalSurvival(alternative === 'greater' ? z : -z),
  };
}

/**
 * Concordant less discordant pairs, with the variance that this has where nothing goes together,
 * corrected for ties; and τ-b.
 */
export function kendallScore(
  x: Float64Array,
  y: Float64Array,
): { s: number; variance: number; tau: number; concordant: number; tied: boolean } {
  const n = x.length;
  const { concordant, discordant, tiedX, tiedY } = countPairs(x, y);
  const pairs = (n * (n - 1)) / 2;
  const lost = (ties: readonly number[]): number =>
    ties.reduce((sum, t) => sum + (t * (t - 1)) / 2, 0);
  const cubic = (ties: readonly number[]): number =>
    ties.reduce((sum, t) => sum + t * (t - 1) * (2 * t + 5), 0);
  const triple = (ties: readonly number[]): number =>
    ties.reduce((sum, t) => sum + t * (t - 1) * (t - 2), 0);
  const variance =
    (n * (n - 1) * (2 * n + 5) - cubic(tiedX) - cubic(tiedY)) / 18 +
    (triple(tiedX) * triple(tiedY)) / (9 * n * (n - 1) * Math.max(1, n - 2)) +
    (2 * lost(tiedX) * lost(tiedY)) / (n * (n - 1));
  const s = concordant - discordant;
  return {
    s,
    variance,
    // The root of the product, which is exact where both are equal: ±1 of a perfect order.
    tau: s / Math.sqrt((pairs - lost(tiedX)) * (pairs - lost(tiedY))),
    concordant,
    tied: lost(tiedX) > 0 || lost(tiedY) > 0,
  };
}

/** Knight (1966): in the order of x, discordant pairs are the exchanges of a merge sort by y. */
function countPairs(x: Float64Array, y: Float64Array): PairCounts {
  const n = x.length;
  const order = Uint32Array.from({ length: n }, (_, i) => i).sort(
    (a, b) => (x[a] ?? NaN) - (x[b] ?? NaN) || (y[a] ?? NaN) - (y[b] ?? NaN),
  );
  const ys = Float64Array.from(order, (i) => y[i] ?? NaN);
  const tiedX = runs(n, (i) => x[order[i] ?? 0] === x[order[i - 1] ?? 0]);
  const tiedBoth = runs(n, (i) => x[order[i] ?? 0] === x[order[i - 1] ?? 0] && ys[i] === ys[i - 1]);
  const discordant = exchanges(ys);
  const tiedY = runs(n, (i) => ys[i] === ys[i - 1]);
  const pairsOf = (ties: readonly number[]): number =>
    ties.reduce((sum, t) => sum + (t * (t - 1)) / 2, 0);
  const concordant =
    (n * (n - 1)) / 2 - pairsOf(tiedX) - pairsOf(tiedY) + pairsOf(tiedBoth) - discordant;
  return { concordant, discordant, tiedX, tiedY };
}

/** Lengths of the runs of more than one. */
function runs(n: number, joins: (i: number) => boolean): number[] {
  const lengths: number[] = [];
  for (let i = 1, length = 1; i <= n; i++) {
    if (i < n && joins(i)) length += 1;
    else {
      if (length > 1) lengths.push(length);
      length = 1;
    }
  }
  return lengths;
}

/** Sorts the values; how many pairs stood the wrong way round. */
function exchanges(values: Float64Array): number {
  let count = 0;
  let from: Float64Array = values;
  let to: Float64Array = new Float64Array(values.length);
  for (let width = 1; width < values.length; width *= 2) {
    for (let low = 0; low < values.length; low += 2 * width) {
      const middle = Math.min(low + width, values.length);
      const high = Math.min(low + 2 * width, values.length);
      for (let i = low, j = middle, k = low; k < high; k++) {
        if (i < middle && (j >= high || (from[i] ?? NaN) <= (from[j] ?? NaN)))
          to[k] = from[i++] ?? NaN;
        else {
          to[k] = from[j++] ?? NaN;
          count += middle - i;
        }
      }
    }
    [from, to] = [to, from];
  }
  if (from !== values) values.set(from);
  return count;
}

/**
 * By how many orders have how many concordant pairs; symmetric, so the upper tail is the lower one
 * of its mirror.
 */
function exactP(concordant: number, n: number, alternative: Alternative): number {
  let shares = new Float64Array([1]);
  for (let m = 2; m <= n; m++) {
    const next = new Float64Array(shares.length + m - 1);
    shares.forEach((share, i) => {
      for (let k = 0; k < m; k++) next[i + k] = (next[i + k] ?? 0) + share / m;
    });
    shares = next;
  }
  const most = shares.length - 1;
  // By the smaller side, of which rounding takes least: all orders have exactly 1.
  const upTo = (last: number): number =>
    2 * last < most
      ? shares.slice(0, last + 1).reduce((sum, share) => sum + share, 0)
      : 1 - shares.slice(last + 1).reduceRight((sum, share) => sum + share, 0);
  const [lower, upper] = [upTo(concordant), upTo(most - concordant)];
  return alternative === 'less'
    ? lower
    : alternative === 'greater'
      ? upper
      : Math.min(1, 2 * Math.min(lower, upper));
}
