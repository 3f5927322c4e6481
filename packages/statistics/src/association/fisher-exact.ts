import type { Interval } from '../descriptive/intervals.ts';
import type { Alternative } from '../groups/t-test.ts';
import { findRoot } from '../numerics/find-root.ts';
import { logGamma } from '../numerics/gamma.ts';
import { columnSums, rowSums, type Table } from './contingency.ts';

const logFactorial = (n: number): number => logGamma(n + 1);
const logChoose = (n: number, k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k);
/** Probabilities that differ by rounding only are the same. */
const tolerance = 1 + 1e-7;

export interface FisherExact {
  readonly p: number;
  /** Conditional maximum likelihood; null is infinity. */
  readonly odds_ratio: number | null;
  readonly interval: Interval;
}

/** Fisher's exact test of a table of two by two, with the conditional odds ratio and its exact interval. R: fisher.test(table). */
export function fisherExact(table: Table, alternative: Alternative, level: number): FisherExact {
  const [[x = 0] = []] = table;
  const [m = 0, n = 0] = columnSums(table);
  const [k = 0] = rowSums(table);
  const low = Math.max(0, k - n);
  const high = Math.min(k, m);
  const support = Array.from({ length: high - low + 1 }, (_, i) => low + i);
  const logs = support.map((value) => logChoose(m, value) + logChoose(n, k - value));
  const sharesAt = (log: number): number[] => {
    const weighted = logs.map((value, i) => value + (support[i] ?? 0) * log);
    const most = Math.max(...weighted);
    const weights = weighted.map((value) => Math.exp(value - most));
    const total = weights.reduce((sum, value) => sum + value, 0);
    return weights.map((value) => value / total);
  };
  const tail = (log: number, upper: boolean): number => sharesAt(log).reduce((sum, share, i) => ((upper ? (support[i] ?? 0) >= x : (support[i] ?? 0) <= x) ? sum + share : sum), 0);
  const none = sharesAt(0);
  const own = none[x - low] ?? 0;
  const p = alternative === 'two_sided' ? none.reduce((sum, share) => (share <= own * tolerance ? sum + share : sum), 0) : tail(0, alternative === 'greater');
  const mean = (log: number): number => sharesAt(log).reduce((sum, share, i) => sum + share * (support[i] ?? 0), 0);
  const [[a = 0, b = 0] = [], [c = 0, d = 0] = []] = table;
  const near = Math.log(((a + 0.5) * (d + 0.5)) / ((b + 0.5) * (c + 0.5)));
  const root = (f: (log: number) => number): number => Math.exp(findRoot(f, near));
  const odds_ratio = x === low ? 0 : x === high ? null : root((log) => mean(log) - x);
  const alpha = alternative === 'two_sided' ? (1 - level) / 2 : 1 - level;
  const from = alternative === 'less' || x === low ? 0 : root((log) => tail(log, true) - alpha);
  const to = alternative === 'greater' || x === high ? Infinity : root((log) => tail(log, false) - alpha);
  return { p: Math.min(1, p), odds_ratio: low === high ? null : odds_ratio, interval: { level, low: from, high: to } };
}

const mostStates = 400_000;

/**
 * Fisher's exact test of a larger table: tables with the same margins, column by column; ways to the same remainder with the
 * same probability are taken together. null where there are too many of them. R: fisher.test(table).
 */
export function fisherExactLarge(table: Table): number | null {
  const [rows, columns] = [rowSums(table), columnSums(table)];
  const n = rows.reduce((sum, value) => sum + value, 0);
  const constant = [...rows, ...columns].reduce((sum, value) => sum + logFactorial(value), 0) - logFactorial(n);
  const observed = constant - table.flat().reduce((sum, value) => sum + logFactorial(value), 0);
  // Of each remainder of the rows: log probabilities of the cells so far, and how many ways have them.
  let states = new Map<string, Map<number, number>>([[rows.toSorted((a, b) => a - b).join(), new Map([[0, 1]])]]);
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
    for (const [log, count] of ways) if (constant + log + last <= observed + 1e-7) p += count * Math.exp(constant + log + last);
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
    for (let value = Math.max(0, open - (left[i] ?? 0)); value <= Math.min(row, open); value++) fill(i + 1, open - value, [...rest, row - value], log - logFactorial(value));
  };
  fill(0, total, [], 0);
  return found;
}
