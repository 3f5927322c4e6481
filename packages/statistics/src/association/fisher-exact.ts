import type { Interval } from '../numerics/interval.ts';
import type { Alternative } from '../groups/t-test.ts';
import { findRoot } from '../numerics/find-root.ts';
import { columnSums, rowSums, type Table } from './contingency.ts';

/** Probabilities that differ by rounding only are the same. */
const tolerance = 1 + 1e-7;

/** Of the mode's probability: no sum of these is seen in a mean or in a tail of some percent. */
const negligible = 1e-25;

export interface FisherExact {
  readonly p: number;
  /** Conditional maximum likelihood; null is infinity. */
  readonly odds_ratio: number | null;
  readonly interval: Interval;
}

interface Shares {
  /** The first cell of the first share. */
  readonly first: number;
  readonly shares: readonly number[];
}

/**
 * Fisher's noncentral hypergeometric distribution: probabilities of the first cell, low to high,
 * given the margins; from the mode outwards as far as a share is above `least` of the mode's, so
 * that a table of millions takes little longer.
 */
function sharesAt(
  odds: number,
  least: number,
  {
    m,
    n,
    k,
    low,
    high,
  }: {
    readonly m: number;
    readonly n: number;
    readonly k: number;
    readonly low: number;
    readonly high: number;
  },
): Shares {
  /** Probability of i + 1 over that of i; falls as i grows. */
  const ratio = (i: number): number => odds * ((m - i) / (i + 1)) * ((k - i) / (n - k + i + 1));
  let [mode, above] = [low, high];
  while (mode < above) {
    const middle = Math.floor((mode + above) / 2);
    if (ratio(middle) > 1) mode = middle + 1;
    else above = middle;
  }
  const down: number[] = [];
  for (let i = mode - 1, weight = 1; i >= low && (weight /= ratio(i)) > least; i--)
    down.push(weight);
  const up: number[] = [];
  for (let i = mode, weight = 1; i < high && (weight *= ratio(i)) > least; i++) up.push(weight);
  // The smallest first, so that no sum loses them.
  const total =
    down.reduceRight((sum, weight) => sum + weight, 0) +
    up.reduceRight((sum, weight) => sum + weight, 0) +
    1;
  return {
    first: mode - down.length,
    shares: [...down.toReversed(), 1, ...up].map((weight) => weight / total),
  };
}

/**
 * Fisher's exact test of a table of two by two, with the conditional odds ratio and its exact
 * interval. R: fisher.test(table).
 */
export function fisherExact(table: Table, alternative: Alternative, level: number): FisherExact {
  const [[x = 0] = []] = table;
  const [m = 0, n = 0] = columnSums(table);
  const [k = 0] = rowSums(table);
  const low = Math.max(0, k - n);
  const high = Math.min(k, m);
  const margins = { m, n, k, low, high };
  const tail = ({ first, shares }: Shares, upper: boolean): number =>
    shares.reduce(
      (sum, share, i) => ((upper ? first + i >= x : first + i <= x) ? sum + share : sum),
      0,
    );
  const none = sharesAt(1, 0, margins);
  const own = none.shares[x - none.first] ?? 0;
  const p =
    alternative === 'two_sided'
      ? none.shares.reduce((sum, share) => (share <= own * tolerance ? sum + share : sum), 0)
      : tail(none, alternative === 'greater');
  // From the observed cell, which is what the mean is searched for.
  const beyond = ({ first, shares }: Shares): number =>
    shares.reduce((sum, share, i) => sum + share * (first + i - x), 0);
  const [[a = 0, b = 0] = [], [c = 0, d = 0] = []] = table;
  const near = Math.log(((a + 0.5) * (d + 0.5)) / ((b + 0.5) * (c + 0.5)));
  const root = (f: (shares: Shares) => number): number =>
    Math.exp(findRoot((log) => f(sharesAt(Math.exp(log), negligible, margins)), near));
  const odds_ratio = x === low ? 0 : x === high ? null : root(beyond);
  const alpha = alternative === 'two_sided' ? (1 - level) / 2 : 1 - level;
  const from =
    alternative === 'less' || x === low ? 0 : root((shares) => tail(shares, true) - alpha);
  const to =
    alternative === 'greater' || x === high
      ? Infinity
      : root((shares) => tail(shares, false) - alpha);
  return {
    p: Math.min(1, p),
    odds_ratio: low === high ? null : odds_ratio,
    interval: { level, low: from, high: to },
  };
}
