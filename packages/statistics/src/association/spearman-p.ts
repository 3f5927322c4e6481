import { normalSurvival } from '../distributions/normal.ts';
import { studentTCdf } from '../distributions/student-t.ts';

/** To this many rows all arrangements are counted, as R does. */
const countedTo = 9;
/** Beyond it R takes t as well. */
const seriesTo = 1290;
/** Where the series fails, to this many rows arrangements are counted still. */
const countableTo = 12;

const known = new Map<number, Float64Array>();

/**
 * How many of the n! arrangements of ranks have each sum of squared differences S, from 0. Ranks
 * are given out one by one; what matters is only which are taken.
 */
function countsOf(n: number): Float64Array {
  const found = known.get(n);
  if (found !== undefined) return found;
  const length = (n * (n * n - 1)) / 3 + 1;
  const bySet = new Map<number, Float64Array>([[0, Float64Array.of(1)]]);
  for (let set = 0; set < 2 ** n - 1; set++) {
    const counts = bySet.get(set);
    bySet.delete(set);
    if (counts === undefined) continue;
    const place = set.toString(2).replaceAll('0', '').length;
    for (let rank = 0; rank < n; rank++) {
      if ((set >> rank) % 2 === 1) continue;
      const more = set | (1 << rank);
      const sums = bySet.get(more) ?? new Float64Array(length);
      const step = (place - rank) ** 2;
      counts.forEach((count, s) => {
        if (count > 0) sums[s + step] = (sums[s + step] ?? 0) + count;
      });
      bySet.set(more, sums);
    }
  }
  const counts = bySet.get(2 ** n - 1) ?? Float64Array.of(1);
  known.set(n, counts);
  return counts;
}

/** Edgeworth's series of the lower tail, P(S ≤ s): Best and Roberts (1975), AS 89. */
function seriesBelow(s: number, n: number): number {
  const b = 1 / n;
  const x = ((6 * (s + 1) * b) / (n * n - 1) - 1) * Math.sqrt(n - 1);
  const y = x * x;
  const u =
    x *
    b *
    (0.2274 +
      b * (0.2531 + 0.1745 * b) +
      y *
        (-0.0758 +
          b * (0.1033 + 0.3932 * b) -
          y *
            b *
            (0.0879 + 0.0151 * b - y * (0.0072 - 0.0831 * b + y * b * (0.0131 - 4.6e-4 * y)))));
  return normalSurvival(-x) - u / Math.exp(y / 2);
}

/**
 * Two-sided p of Spearman's ρ of n rows without ties, from S = Σ d² of their ranks: exact to 9
 * rows, to 1,290 by Edgeworth's
 * series (AS 89), beyond by t. R: cor.test(x, y, method = "spearman"). Far in the tail the series
 * falls to 0 and below, where R
 * says 0; where it is less than half of t's tail, arrangements are counted to 12 rows, and t takes
 * its place for more. No p is
 * below that of one arrangement in n!.
 */
export function spearmanP(s: number, n: number): number {
  const most = (n * (n * n - 1)) / 3;
  const less = Math.min(s, most - s);
  if (n <= countedTo) return countedP(less, n);
  const rho = 1 - (2 * less) / most;
  const byT =
    rho === 1 ? 0 : studentTCdf(-rho * Math.sqrt((n - 2) / ((1 - rho) * (1 + rho))), n - 2);
  const bySeries = n <= seriesTo ? seriesBelow(less, n) : NaN;
  if (bySeries >= byT / 2 && bySeries > 0) return Math.min(1, 2 * bySeries);
  if (n <= countableTo) return countedP(less, n);
  let least = 1;
  for (let i = 2; i <= n; i++) least /= i;
  return Math.min(1, 2 * Math.max(byT, least));
}

/** Twice the share of arrangements whose S is at most this. */
function countedP(s: number, n: number): number {
  const counts = countsOf(n);
  const total = (of: Float64Array): number => of.reduce((sum, count) => sum + count, 0);
  return Math.min(1, (2 * total(counts.subarray(0, s + 1))) / total(counts));
}
