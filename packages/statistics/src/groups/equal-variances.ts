import { orderStatistic } from '../descriptive/frequency-table.ts';
import { tabulate } from '../descriptive/tabulate.ts';
import { chiSquareSurvival } from '../distributions/chi-square.ts';
import { normalQuantile } from '../distributions/normal.ts';
import { anova } from './analysis-of-variance.ts';
import { samplesOf, varianceOf, type Sample } from './samples.ts';

export interface VarianceTest {
  readonly statistic: number;
  readonly df: readonly number[];
  readonly p: number;
}

function medianOf(values: Float64Array): number {
  const table = tabulate(values);
  return (
    (orderStatistic(table, Math.floor((table.n - 1) / 2)) +
      orderStatistic(table, Math.floor(table.n / 2))) /
    2
  );
}

/**
 * The analysis of variance of distances from the centres of the groups. null where every distance
 * is the same within its group.
 */
function levene(
  samples: readonly Sample[],
  centreOf: (sample: Sample) => number,
): VarianceTest | null {
  const distances = samples.map((sample) => {
    const centre = centreOf(sample);
    return sample.values.map((value) => Math.abs(value - centre));
  });
  const { samples: spread } = samplesOf(distances, { origin: 0, perUnit: 1 });
  if (spread.every(({ m2 }) => m2 === 0)) return null;
  const { f, df, p } = anova(spread, 0.95);
  return { statistic: f, df, p };
}

/** Levene's test, distances from the means. R: car::leveneTest(y ~ g, center = mean). */
export const leveneTest = (samples: readonly Sample[]): VarianceTest | null =>
  levene(samples, ({ mean }) => mean);

/**
 * Brown and Forsythe's form, distances from the medians. R: car::leveneTest(y ~ g, center =
 * median).
 */
export const brownForsythe = (samples: readonly Sample[]): VarianceTest | null =>
  levene(samples, ({ values }) => medianOf(values));

/** Bartlett's test; every group has two values and some spread. R: bartlett.test(y ~ g). */
export function bartlett(samples: readonly Sample[]): VarianceTest {
  const k = samples.length;
  const within = samples.reduce((sum, { n }) => sum + n - 1, 0);
  const pooled = samples.reduce((sum, { m2 }) => sum + m2, 0) / within;
  // Logarithms of ratios: the units fall out, and nearly equal variances keep their digits.
  const logs = samples.reduce(
    (sum, one) => sum - (one.n - 1) * Math.log1p((varianceOf(one) - pooled) / pooled),
    0,
  );
  const correction =
    1 + (samples.reduce((sum, { n }) => sum + 1 / (n - 1), 0) - 1 / within) / (3 * (k - 1));
  const statistic = logs / correction;
  return { statistic, df: [k - 1], p: chiSquareSurvival(statistic, k - 1) };
}

/**
 * Fligner and Killeen's test, by normal scores of the ranks of distances from the medians. R:
 * fligner.test(y ~ g). null where every distance is the same.
 */
export function flignerKilleen(samples: readonly Sample[]): VarianceTest | null {
  const tagged = samples
    .flatMap(({ values }, group) => {
      const centre = medianOf(values);
      return Array.from(values, (value) => ({ group, distance: Math.abs(value - centre) }));
    })
    .sort((a, b) => a.distance - b.distance);
  const n = tagged.length;
  // Of equal scores a mean is rounded, and their squares about it are not 0.
  if (tagged[0]?.distance === tagged[n - 1]?.distance) return null;
  const scores = new Float64Array(n);
  for (let start = 0; start < n;) {
    let end = start + 1;
    while (end < n && tagged[end]?.distance === tagged[start]?.distance) end += 1;
    scores.fill(normalQuantile((1 + (start + 1 + end) / 2 / (n + 1)) / 2), start, end);
    start = end;
  }
  const mean = scores.reduce((sum, score) => sum + score, 0) / n;
  const sums = samples.map(() => 0);
  let squares = 0;
  tagged.forEach(({ group }, i) => {
    const deviation = (scores[i] ?? NaN) - mean;
    sums[group] = (sums[group] ?? 0) + deviation;
    squares += deviation ** 2;
  });
  const statistic =
    samples.reduce((sum, one, i) => sum + (sums[i] ?? 0) ** 2 / one.n, 0) / (squares / (n - 1));
  return {
    statistic,
    df: [samples.length - 1],
    p: chiSquareSurvival(statistic, samples.length - 1),
  };
}
