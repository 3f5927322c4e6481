import { chiSquareSurvival } from '../distributions/chi-square.ts';
import { choleskyOf, inverseOf } from '../numerics/cholesky.ts';

export interface LittleTest {
  readonly statistic: number;
  readonly df: number;
  readonly p: number;
  readonly iterations: number;
  /** Maximum likelihood, as if normal and missing at random. */
  readonly means: readonly number[];
  readonly covariance: readonly (readonly number[])[];
}

interface Pattern {
  readonly observed: readonly number[];
  readonly missing: readonly number[];
  readonly n: number;
  readonly means: readonly number[];
  /** Σ x xᵀ of the observed columns, about 0. */
  readonly products: readonly (readonly number[])[];
}

const iterationsAtMost = 5000;

/**
 * Little's (1988) test that values are missing completely at random: whether the means of rows of
 * one pattern of missing
 * values differ from those of all, estimated by maximum likelihood (EM; Dempster, Laird and Rubin
 * 1977). The covariance is
 * that of maximum likelihood, as in naniar::mcar_test(). NaN is missing; rows without any value are
 * left out. Null where the
 * estimates do not exist. Columns that vary.
 */
export function littleMcar(columns: readonly Float64Array[]): LittleTest | null {
  const standard = columns.map(standardize);
  const patterns = patternsOf(standard.map(({ values }) => values));
  const k = columns.length;
  const n = patterns.reduce((sum, pattern) => sum + pattern.n, 0);
  let means = Array.from({ length: k }, () => 0);
  let covariance: number[][] = means.map((_, i) => means.map((__, j) => (i === j ? 1 : 0)));
  for (let iteration = 1; iteration <= iterationsAtMost; iteration++) {
    const next = step(patterns, means, covariance, n);
    if (next === null) return null;
    const change = Math.max(
      ...next.means.map((value, i) => Math.abs(value - (means[i] ?? 0))),
      ...next.covariance.flatMap((line, i) =>
        line.map((value, j) => Math.abs(value - (covariance[i]?.[j] ?? 0))),
      ),
    );
    ({ means, covariance } = next);
    if (change < 1e-12) return judged(patterns, means, covariance, standard, iteration);
  }
  return null;
}

interface Standard {
  readonly values: Float64Array;
  readonly centre: number;
  readonly spread: number;
}

function standardize(values: Float64Array): Standard {
  const present = values.filter((value) => !Number.isNaN(value));
  const centre = present.reduce((sum, value) => sum + value / present.length, 0);
  const spread = Math.sqrt(
    present.reduce((sum, value) => sum + (value - centre) ** 2 / present.length, 0),
  );
  return { values: values.map((value) => (value - centre) / spread), centre, spread };
}

function patternsOf(columns: readonly Float64Array[]): Pattern[] {
  const rows = new Map<string, number[]>();
  const n = columns[0]?.length ?? 0;
  for (let row = 0; row < n; row++) {
    const key = columns.map((values) => (Number.isNaN(values[row] ?? NaN) ? '1' : '0')).join('');
    const list = rows.get(key);
    if (list === undefined) rows.set(key, [row]);
    else list.push(row);
  }
  return [...rows].flatMap(([key, list]) => {
    const observed = columns.map((_, i) => i).filter((i) => key[i] === '0');
    if (observed.length === 0) return [];
    const at = (i: number, row: number): number => columns[i]?.[row] ?? NaN;
    return [
      {
        observed,
        missing: columns.map((_, i) => i).filter((i) => key[i] === '1'),
        n: list.length,
        means: observed.map((i) => list.reduce((sum, row) => sum + at(i, row), 0) / list.length),
        products: observed.map((i) =>
          observed.map((j) => list.reduce((sum, row) => sum + at(i, row) * at(j, row), 0)),
        ),
      },
    ];
  });
}

const part = (
  matrix: readonly (readonly number[])[],
  rows: readonly number[],
  columns: readonly number[],
): number[][] => rows.map((i) => columns.map((j) => matrix[i]?.[j] ?? NaN));
const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

/** One turn of EM, over patterns rather than rows. */
function step(
  patterns: readonly Pattern[],
  means: readonly number[],
  covariance: readonly (readonly number[])[],
  n: number,
): { means: number[]; covariance: number[][] } | null {
  const k = means.length;
  const sums = Array.from({ length: k }, () => 0);
  const squares = Array.from({ length: k }, () => Array.from({ length: k }, () => 0));
  for (const { observed, missing, n: count, means: own, products } of patterns) {
    const root = choleskyOf(part(covariance, observed, observed));
    if (root === null) return null;
    const inverse = inverseOf(root);
    // What is missing is expected at intercept + weights · observed.
    const weights = missing.map((m) =>
      inverse.map((line) =>
        dot(
          observed.map((o) => covariance[m]?.[o] ?? 0),
          line,
        ),
      ),
    );
    const intercepts = missing.map(
      (m, i) =>
        (means[m] ?? 0) -
        dot(
          weights[i] ?? [],
          observed.map((o) => means[o] ?? 0),
        ),
    );
    const rows = [
      ...observed.map((column, i) => ({
        column,
        intercept: 0,
        of: observed.map((_, j) => (i === j ? 1 : 0)),
      })),
      ...missing.map((column, i) => ({
        column,
        intercept: intercepts[i] ?? 0,
        of: weights[i] ?? [],
      })),
    ];
    for (const a of rows) {
      sums[a.column] = (sums[a.column] ?? 0) + count * (a.intercept + dot(a.of, own));
      for (const b of rows) {
        const expected =
          count *
            (a.intercept * b.intercept +
              a.intercept * dot(b.of, own) +
              b.intercept * dot(a.of, own)) +
          dot(
            a.of,
            products.map((line) => dot(line, b.of)),
          );
        const line = squares[a.column];
        if (line !== undefined) line[b.column] = (line[b.column] ?? 0) + expected;
      }
    }
    for (const [i, a] of missing.entries()) {
      for (const b of missing) {
        const line = squares[a];
        if (line !== undefined)
          line[b] =
            (line[b] ?? 0) +
            count *
              ((covariance[a]?.[b] ?? 0) -
                dot(
                  weights[i] ?? [],
                  observed.map((o) => covariance[o]?.[b] ?? 0),
                ));
      }
    }
  }
  const next = sums.map((sum) => sum / n);
  return {
    means: next,
    covariance: squares.map((line, i) =>
      line.map((value, j) => value / n - (next[i] ?? 0) * (next[j] ?? 0)),
    ),
  };
}

function judged(
  patterns: readonly Pattern[],
  means: readonly number[],
  covariance: readonly (readonly number[])[],
  standard: readonly Standard[],
  iterations: number,
): LittleTest | null {
  let statistic = 0;
  for (const { observed, n, means: own } of patterns) {
    const root = choleskyOf(part(covariance, observed, observed));
    if (root === null) return null;
    const difference = observed.map((i, at) => (own[at] ?? 0) - (means[i] ?? 0));
    statistic +=
      n *
      dot(
        difference,
        inverseOf(root).map((line) => dot(line, difference)),
      );
  }
  const df = patterns.reduce((sum, { observed }) => sum + observed.length, 0) - means.length;
  const spread = (i: number): number => standard[i]?.spread ?? NaN;
  return {
    statistic,
    df,
    p: df === 0 ? 1 : chiSquareSurvival(statistic, df),
    iterations,
    means: means.map((value, i) => (standard[i]?.centre ?? 0) + value * spread(i)),
    covariance: covariance.map((line, i) => line.map((value, j) => value * spread(i) * spread(j))),
  };
}
