import { normalSurvival } from '../distributions/normal.ts';
import { CompensatedSum } from '../numerics/compensated-sum.ts';
import { sortedScores } from './empirical-tests.ts';

/**
 * Cramér–von Mises test of normality, mean and variance estimated: W² is the sum of the squared
 * distances between the normal distribution function at the sorted values and the middles of the
 * steps of the empirical one. p after Stephens (in D'Agostino and Stephens, Goodness-of-fit
 * techniques, 1986, table 4.9), 7.37e-10 where it would be smaller. n ≥ 8. R: nortest::cvm.test(x).
 */
export function cramerVonMises(values: Float64Array): { w2: number; p: number } {
  const z = sortedScores(values);
  const n = z.length;
  const sum = new CompensatedSum();
  z.forEach((score, i) => sum.add((normalSurvival(-score) - (2 * i + 1) / (2 * n)) ** 2));
  const w2 = 1 / (12 * n) + sum.total;
  const s = (1 + 0.5 / n) * w2;
  if (s < 0.0275) return { w2, p: 1 - Math.exp(-13.953 + 775.5 * s - 12542.61 * s * s) };
  if (s < 0.051) return { w2, p: 1 - Math.exp(-5.903 + 179.546 * s - 1515.29 * s * s) };
  if (s < 0.092) return { w2, p: Math.exp(0.886 - 31.62 * s + 10.897 * s * s) };
  return { w2, p: s < 1.1 ? Math.exp(1.111 - 34.242 * s + 12.832 * s * s) : 7.37e-10 };
}
