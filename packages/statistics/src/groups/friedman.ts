import { chiSquareSurvival } from '../distributions/chi-square.ts';

export interface Friedman {
  readonly statistic: number;
  readonly df: number;
  readonly p: number;
  /** Kendall's coefficient of concordance, 0 to 1. */
  readonly w: number;
  readonly mean_ranks: readonly number[];
}

/**
 * Friedman's test of k related columns over n rows, corrected for ties; some row has different
 * values. R: friedman.test(matrix); W as effectsize::kendalls_w.
 */
export function friedman(columns: readonly Float64Array[]): Friedman {
  const k = columns.length;
  const n = columns[0]?.length ?? 0;
  const sums = columns.map(() => 0);
  let ties = 0;
  for (let row = 0; row < n; row++) {
    const values = columns
      .map((column, i) => ({ value: column[row] ?? NaN, i }))
      .sort((a, b) => a.value - b.value);
    for (let start = 0; start < k;) {
      let end = start + 1;
      while (end < k && values[end]?.value === values[start]?.value) end += 1;
      for (let at = start; at < end; at++) {
        const i = values[at]?.i ?? 0;
        sums[i] = (sums[i] ?? 0) + (start + 1 + end) / 2;
      }
      ties += (end - start) ** 3 - (end - start);
      start = end;
    }
  }
  const middle = (n * (k + 1)) / 2;
  const statistic =
    (12 * sums.reduce((sum, value) => sum + (value - middle) ** 2, 0)) /
    (n * k * (k + 1) - ties / (k - 1));
  return {
    statistic,
    df: k - 1,
    p: chiSquareSurvival(statistic, k - 1),
    w: statistic / (n * (k - 1)),
    mean_ranks: sums.map((value) => value / n),
  };
}
