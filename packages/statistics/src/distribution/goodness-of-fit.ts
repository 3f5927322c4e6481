import { chiSquareSurvival } from './chi-square.ts';

/** Pearson's χ² of counts against expected shares that sum to 1. R: chisq.test(counts, p = shares). Effect: Cohen's w. */
export function goodnessOfFit(counts: readonly number[], shares: readonly number[]): { statistic: number; df: number; p: number; expected: number[]; w: number } {
  const n = counts.reduce((sum, count) => sum + count, 0);
  const expected = shares.map((share) => share * n);
  const statistic = counts.reduce((sum, count, i) => sum + (count - (expected[i] ?? NaN)) ** 2 / (expected[i] ?? NaN), 0);
  const df = counts.length - 1;
  return { statistic, df, p: chiSquareSurvival(statistic, df), expected, w: Math.sqrt(statistic / n) };
}
