import type { Interval } from '../numerics/interval.ts';
import type { Alternative } from '../groups/t-test.ts';
import { findRoot } from '../numerics/find-root.ts';
import { logGamma } from '../numerics/gamma.ts';
import { columnSums, rowSums, type Table } from './contingency.ts';

const logFactorial = (n: number): number => logGamma(n + 1);
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

const mostStates = 400_000;

/**
 * Fisher's exact test of a larger table: tables with the same margins, column by column; ways to
 * the same remainder with the
 * same probability are taken together. null where there are too many of them. R:
 * fisher.test(table).
 */
export function fisherExactLarge(table: Table): number | null {
  const [rows, columns] = [rowSums(table), columnSums(table)];
  const n = rows.reduce((sum, value) => sum + value, 0);
  const constant =
    [...rows, ...columns].reduce((sum, value) => sum + logFactorial(value), 0) - logFactorial(n);
  const observed = constant - table.flat().reduce((sum, value) => sum + logFactorial(value), 0);
  // Of each remainder of the rows: log probabilities of the cells so far, and how many ways have
  // them.
  let states = new Map<string, Map<number, number>>([
    [rows.toSorted((a, b) => a - b).join(), new Map([[0, 1]])],
  ]);
  for (const column of columns.slice(0, -1)) {
    const next = new Map<string, Map<number, number>>();
    let size = 0;
    for (const [key, ways] of states) {
      for (const { rest, log } of fillings(key.split(',').map(Number), column)) {
        const target = next.get(rest) ?? new Map<number, number>();
        next.set(rest, target);
        for (const [before, count] of ways) {
          const sum = Number((before + log).toPrecision(13));
          if (!target.has(sum) && ++size > mostStates) return null;
          target.set(sum, (target.get(sum) ?? 0) + count);
        }
      }
    }
    states = next;
  }
  let p = 0;
  for (const [key, ways] of states) {
    const last = -key.split(',').reduce((sum, value) => sum + logFactorial(Number(value)), 0);
    for (const [log, count] of ways)
      if (constant + log + last <= observed + 1e-7) p += count * Math.exp(constant + log + last);
  }
  return Math.min(1, p);
}

/** The ways to take a column's total from the rows. */
function fillings(rows: readonly number[], total: number): { rest: string; log: number }[] {
  const found: { rest: string; log: number }[] = [];
  const left = rows.map((_, i) => rows.slice(i + 1).reduce((sum, value) => sum + value, 0));
  const fill = (i: number, open: number, rest: number[], log: number): void => {
    if (i === rows.length) {
      found.push({ rest: rest.toSorted((a, b) => a - b).join(), log });
      return;
    }
    const row = rows[i] ?? 0;
    for (let value = Math.max(0, open - (left[i] ?? 0)); value <= Math.min(row, open); value++)
      fill(i + 1, open - value, [...rest, row - value], log - logFactorial(value));
  };
  fill(0, total, [], 0);
  return found;
}
