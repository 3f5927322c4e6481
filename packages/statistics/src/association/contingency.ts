import type { Interval } from '../numerics/interval.ts';
import { binomialCdf } from '../distributions/binomial.ts';
import { chiSquareSurvival } from '../distributions/chi-square.ts';
import { noncentralityInterval } from '../distributions/noncentral-chi-square.ts';
import { normalQuantile, normalSurvival } from '../distributions/normal.ts';

/** Counts by row and column; every row and column has some. */
export type Table = readonly (readonly number[])[];

const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);
export const rowSums = (table: Table): number[] => table.map(sum);
export const columnSums = (table: Table): number[] =>
  (table[0] ?? []).map((_, j) => sum(table.map((row) => row[j] ?? 0)));

export interface ChiSquare {
  readonly statistic: number;
  readonly df: number;
  readonly p: number;
  readonly expected: number[][];
  /** Adjusted standardized residuals. R: chisq.test(…)$stdres. */
  readonly residuals: number[][];
}

/**
 * Pearson's χ² test of independence; `yates` corrects a table of two by two for continuity. R:
 * chisq.test(table, correct = yates).
 */
export function chiSquareTest(table: Table, yates: boolean): ChiSquare {
  const [rows, columns] = [rowSums(table), columnSums(table)];
  const n = sum(rows);
  const expected = rows.map((row) => columns.map((column) => (row / n) * column));
  const small = rows.length === 2 && columns.length === 2;
  const distances = table.map((row, i) =>
    row.map((count, j) => Math.abs(count - (expected[i]?.[j] ?? NaN))),
  );
  const correction = yates && small ? Math.min(0.5, ...distances.flat()) : 0;
  const statistic = sum(
    distances.flatMap((row, i) =>
      row.map((distance, j) => (distance - correction) ** 2 / (expected[i]?.[j] ?? NaN)),
    ),
  );
  const df = (rows.length - 1) * (columns.length - 1);
  const residuals = table.map((row, i) =>
    row.map(
      (count, j) =>
        (count - (expected[i]?.[j] ?? NaN)) /
        Math.sqrt(
          (expected[i]?.[j] ?? NaN) * (1 - (rows[i] ?? NaN) / n) * (1 - (columns[j] ?? NaN) / n),
        ),
    ),
  );
  return { statistic, df, p: chiSquareSurvival(statistic, df), expected, residuals };
}

/**
 * Cramér's V with the interval of the noncentrality, which may end below it (Smithson 2003,
 * Confidence Intervals; see `without-interval` of procedures), and with Bergsma's (2013) correction of its
 * bias. `statistic` without Yates. R: effectsize::cramers_v(table, adjust = FALSE | TRUE).
 */
export function cramersV(
  statistic: number,
  n: number,
  rows: number,
  columns: number,
  level: number,
): { v: number; interval: Interval; corrected: number } {
  const least = Math.min(rows, columns) - 1;
  const df = (rows - 1) * (columns - 1);
  const { low, high } = noncentralityInterval(statistic, df, level);
  const effectAt = (ncp: number): number => Math.min(1, Math.sqrt(ncp / n / least));
  const phi = Math.max(0, statistic / n - df / (n - 1));
  const [r, c] = [rows - (rows - 1) ** 2 / (n - 1), columns - (columns - 1) ** 2 / (n - 1)];
  return {
    v: Math.sqrt(statistic / n / least),
    interval: { level, low: effectAt(low), high: effectAt(high) },
    corrected: Math.sqrt(phi / (Math.min(r, c) - 1)),
  };
}

/**
 * Odds ratio of a table of two by two, (a d) / (b c), with Woolf's interval; null where a cell is
 * empty. R: effectsize::oddsratio(table).
 */
export function oddsRatio(
  [[a = 0, b = 0] = [], [c = 0, d = 0] = []]: Table,
  level: number,
): { value: number; interval: Interval } | null {
  if (Math.min(a, b, c, d) === 0) return null;
  return ratioOf((a * d) / (b * c), Math.sqrt(1 / a + 1 / b + 1 / c + 1 / d), level);
}

/**
 * Risk of the first column in the first row over that in the second, with Katz's interval; null
 * where either is 0. R: effectsize::riskratio of the same.
 */
export function riskRatio(
  [[a = 0, b = 0] = [], [c = 0, d = 0] = []]: Table,
  level: number,
): { value: number; interval: Interval } | null {
  if (a === 0 || c === 0) return null;
  return ratioOf(
    a / (a + b) / (c / (c + d)),
    Math.sqrt(1 / a - 1 / (a + b) + 1 / c - 1 / (c + d)),
    level,
  );
}

function ratioOf(
  value: number,
  error: number,
  level: number,
): { value: number; interval: Interval } {
  const half = -normalQuantile((1 - level) / 2) * error;
  return { value, interval: { level, low: value * Math.exp(-half), high: value * Math.exp(half) } };
}

/**
 * McNemar's test of a square table of pairs; with two categories also exact. R: mcnemar.test(table,
 * correct = correct); exact: binom.test(b, b + c).
 */
export function mcnemar(
  table: Table,
  variant: 'corrected' | 'uncorrected' | 'exact',
): { statistic: number; df: number; p: number } {
  const k = table.length;
  if (variant === 'exact') {
    const [b, c] = [table[0]?.[1] ?? 0, table[1]?.[0] ?? 0];
    return { statistic: b, df: 1, p: Math.min(1, 2 * binomialCdf(Math.min(b, c), b + c, 0.5)) };
  }
  let statistic = 0;
  for (let i = 0; i < k; i++) {
    for (let j = i + 1; j < k; j++) {
      const [b, c] = [table[i]?.[j] ?? 0, table[j]?.[i] ?? 0];
      const correction = variant === 'corrected' && k === 2 && b !== c ? 1 : 0;
      if (b + c > 0) statistic += (Math.abs(b - c) - correction) ** 2 / (b + c);
    }
  }
  const df = (k * (k - 1)) / 2;
  return { statistic, df, p: chiSquareSurvival(statistic, df) };
}

export interface Kappa {
  readonly kappa: number;
  /** Large-sample standard error, which the interval is of. */
  readonly error: number;
  readonly interval: Interval;
  /** Standard error where raters agree by chance alone, which z and p are of. */
  readonly null_error: number;
  readonly z: number;
  /** Two-sided. */
  readonly p: number;
  readonly agreement: number;
  readonly expected: number;
}

/**
 * Cohen's κ of a square table of two raters (Fleiss, Cohen & Everitt 1969). R:
 * psych::cohen.kappa(table), vcd::Kappa(table); statsmodels: inter_rater.cohens_kappa(table).
 */
export function cohenKappa(table: Table, level: number): Kappa {
  const [rows, columns] = [rowSums(table), columnSums(table)];
  const n = sum(rows);
  const share = (i: number, j: number): number => (table[i]?.[j] ?? 0) / n;
  const row = (i: number): number => (rows[i] ?? 0) / n;
  const column = (j: number): number => (columns[j] ?? 0) / n;
  const agreement = sum(table.map((_, i) => share(i, i)));
  const expected = sum(table.map((_, i) => row(i) * column(i)));
  const kappa = (agreement - expected) / (1 - expected);
  const diagonal = sum(
    table.map((_, i) => share(i, i) * (1 - expected - (row(i) + column(i)) * (1 - agreement)) ** 2),
  );
  const off =
    (1 - agreement) ** 2 *
    sum(
      table.flatMap((line, i) =>
        line.map((_, j) => (i === j ? 0 : share(i, j) * (row(j) + column(i)) ** 2)),
      ),
    );
  // Shares that add up to 1 but for their rounding leave an error of 1e-9.
  const agree = table.every((line, i) => line.every((count, j) => i === j || count === 0));
  const spread =
    Math.sqrt(
      Math.max(0, diagonal + off - (agreement * expected - 2 * expected + agreement) ** 2) / n,
    ) /
    (1 - expected) ** 2;
  const error = agree ? 0 : spread;
  const none = sum(table.map((_, i) => row(i) * column(i) * (row(i) + column(i))));
  const nullError = Math.sqrt(expected + expected ** 2 - none) / ((1 - expected) * Math.sqrt(n));
  const z = kappa / nullError;
  const half = -normalQuantile((1 - level) / 2) * error;
  return {
    kappa,
    error,
    interval: { level, low: Math.max(-1, kappa - half), high: Math.min(1, kappa + half) },
    null_error: nullError,
    z,
    p: 2 * normalSurvival(Math.abs(z)),
    agreement,
    expected,
  };
}
