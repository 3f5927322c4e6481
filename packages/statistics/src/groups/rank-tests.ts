import type { Interval } from '../numerics/interval.ts';
import { chiSquareSurvival } from '../distributions/chi-square.ts';
import { normalQuantile, normalSurvival } from '../distributions/normal.ts';
import type { Alternative } from './t-test.ts';

/**
 * Ranks of all values together, ties sharing their mean rank, as sums of the groups; and Σ (t³ − t)
 * over ties.
 */
export function rankSums(groups: readonly Float64Array[]): {
  sums: number[];
  ties: number;
  n: number;
} {
  const tagged = groups
    .flatMap((values, group) => Array.from(values, (value) => ({ value, group })))
    .sort((a, b) => a.value - b.value);
  const sums = groups.map(() => 0);
  let ties = 0;
  for (let start = 0; start < tagged.length;) {
    let end = start + 1;
    while (end < tagged.length && tagged[end]?.value === tagged[start]?.value) end += 1;
    const rank = (start + 1 + end) / 2;
    for (let i = start; i < end; i++) {
      const group = tagged[i]?.group ?? 0;
      sums[group] = (sums[group] ?? 0) + rank;
    }
    const t = end - start;
    ties += t ** 3 - t;
    start = end;
  }
  return { sums, ties, n: tagged.length };
}

export interface MannWhitney {
  /** U of the first sample; R's W. */
  readonly u: number;
  /** null where the exact distribution was used. */
  readonly z: number | null;
  readonly p: number;
  readonly rank_biserial: { readonly value: number; readonly interval: Interval };
}

/** Below this many values in both samples, and without ties, p is exact. */
const exactBelow = 50;

/**
 * Mann–Whitney U test (Wilcoxon's rank sum). Exact where both samples have fewer than 50 values and
 * none are tied, else the
 * normal approximation with corrections for ties and continuity. R: wilcox.test(x, y); effect as
 * effectsize::rank_biserial.
 */
export function mannWhitney(
  x: Float64Array,
  y: Float64Array,
  alternative: Alternative,
  level: number,
): MannWhitney {
  const { sums, ties, n } = rankSums([x, y]);
  const [n1, n2] = [x.length, y.length];
  const u = (sums[0] ?? 0) - (n1 * (n1 + 1)) / 2;
  const value = (2 * u) / (n1 * n2) - 1;
  const half = normalQuantile((1 + level) / 2) * Math.sqrt((n1 + n2 + 1) / (3 * n1 * n2));
  const rank_biserial = {
    value,
    interval: {
      level,
      low: Math.tanh(Math.atanh(value) - half),
      high: Math.tanh(Math.atanh(value) + half),
    },
  };
  if (ties === 0 && n1 < exactBelow && n2 < exactBelow)
    return { u, z: null, p: exactP(u, n1, n2, alternative), rank_biserial };
  const centred = u - (n1 * n2) / 2;
  const sd = Math.sqrt(((n1 * n2) / 12) * (n1 + n2 + 1 - ties / (n * (n - 1))));
  const continuity =
    alternative === 'two_sided' ? Math.sign(centred) * 0.5 : alternative === 'greater' ? 0.5 : -0.5;
  const z = (centred - continuity) / sd;
  const p =
    alternative === 'two_sided'
      ? Math.min(1, 2 * normalSurvival(Math.abs(z)))
      : alternative === 'greater'
        ? normalSurvival(z)
        : normalSurvival(-z);
  return { u, z, p, rank_biserial };
}

function exactP(u: number, n1: number, n2: number, alternative: Alternative): number {
  const counts = countsOfU(n1, n2);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const upTo = (last: number): number =>
    counts.slice(0, Math.max(0, last + 1)).reduce((sum, count) => sum + count, 0) / total;
  // The distribution is symmetric: the upper tail is the lower one of its mirror.
  const above = upTo(n1 * n2 - u);
  if (alternative === 'greater') return above;
  if (alternative === 'less') return upTo(u);
  return Math.min(1, 2 * (u > (n1 * n2) / 2 ? above : upTo(u)));
}

/** How many of the arrangements give each U: the Gaussian binomial coefficients. */
export function countsOfU(n1: number, n2: number): number[] {
  const most = n1 * n2;
  const counts = Array.from({ length: most + 1 }, (_, i): number => (i === 0 ? 1 : 0));
  for (let j = 1; j <= n1; j++) {
    for (let i = most; i >= n2 + j; i--) counts[i] = (counts[i] ?? 0) - (counts[i - n2 - j] ?? 0);
    for (let i = j; i <= most; i++) counts[i] = (counts[i] ?? 0) + (counts[i - j] ?? 0);
  }
  return counts;
}

/**
 * Kruskal–Wallis H with the correction for ties. R: kruskal.test(y ~ g); epsilon squared as
 * effectsize::rank_epsilon_squared.
 */
export function kruskalWallis(groups: readonly Float64Array[]): {
  h: number;
  df: number;
  p: number;
  epsilon_squared: number;
} {
  const { sums, ties, n } = rankSums(groups);
  const raw =
    (12 / (n * (n + 1))) *
      groups.reduce((sum, { length }, i) => sum + (sums[i] ?? 0) ** 2 / length, 0) -
    3 * (n + 1);
  const h = raw / (1 - ties / (n ** 3 - n));
  const df = groups.length - 1;
  return { h, df, p: chiSquareSurvival(h, df), epsilon_squared: h / ((n ** 2 - 1) / (n + 1)) };
}
