import { kurtosis, skewness, type CentralMoments } from '../descriptive/moments.ts';
import { chiSquareSurvival } from '../distributions/chi-square.ts';

/**
 * Jarque–Bera test of normality. Values with spread. SciPy: stats.jarque_bera(x); R:
 * tseries::jarque.bera.test(x).
 */
export function jarqueBera(moments: CentralMoments): {
  statistic: number;
  p: number;
  skewness: number;
  kurtosis: number;
} {
  const [g1, g2] = [skewness(moments, 1) ?? 0, kurtosis(moments, 1) ?? 0];
  const statistic = (moments.n / 6) * (g1 * g1 + (g2 * g2) / 4);
  return { statistic, p: chiSquareSurvival(statistic, 2), skewness: g1, kurtosis: g2 };
}

/**
 * D'Agostino & Pearson's K²: the normal scores of skewness (D'Agostino 1970) and kurtosis (Anscombe
 * & Glynn 1983), n ≥ 8. SciPy: stats.normaltest(x).
 */
export function dagostinoK2(moments: CentralMoments): {
  statistic: number;
  p: number;
  z_skewness: number;
  z_kurtosis: number;
} {
  const { n } = moments;
  const y = (skewness(moments, 1) ?? 0) * Math.sqrt(((n + 1) * (n + 3)) / (6 * (n - 2)));
  const beta2 =
    (3 * (n * n + 27 * n - 70) * (n + 1) * (n + 3)) / ((n - 2) * (n + 5) * (n + 7) * (n + 9));
  const w2 = -1 + Math.sqrt(2 * (beta2 - 1));
  const delta = 1 / Math.sqrt(0.5 * Math.log(w2));
  const z_skewness = delta * Math.asinh(y / Math.sqrt(2 / (w2 - 1)));
  const expected = (3 * (n - 1)) / (n + 1);
  const spread = (24 * n * (n - 2) * (n - 3)) / ((n + 1) ** 2 * (n + 3) * (n + 5));
  const x = ((kurtosis(moments, 1) ?? 0) + 3 - expected) / Math.sqrt(spread);
  const root =
    ((6 * (n * n - 5 * n + 2)) / ((n + 7) * (n + 9))) *
    Math.sqrt((6 * (n + 3) * (n + 5)) / (n * (n - 2) * (n - 3)));
  const a = 6 + (8 / root) * (2 / root + Math.sqrt(1 + 4 / root ** 2));
  const below = 1 + x * Math.sqrt(2 / (a - 4));
  const z_kurtosis =
    (1 - 2 / (9 * a) - Math.sign(below) * Math.cbrt((1 - 2 / a) / Math.abs(below))) /
    Math.sqrt(2 / (9 * a));
  const statistic = z_skewness ** 2 + z_kurtosis ** 2;
  return { statistic, p: chiSquareSurvival(statistic, 2), z_skewness, z_kurtosis };
}
