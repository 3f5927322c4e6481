import { orderStatistic, tabulate } from '../descriptive/frequency-table.ts';
import { anova } from './analysis-of-variance.ts';
import { samplesOf, type Sample } from './samples.ts';

/** Brown–Forsythe: the analysis of variance of distances from the medians. R: car::leveneTest(y ~ g, center = median). null where no value lies off its median. */
export function brownForsythe(samples: readonly Sample[]): { f: number; df: readonly [number, number]; p: number } | null {
  const distances = samples.map(({ values }) => {
    const table = tabulate(values);
    const middle = (orderStatistic(table, Math.floor((table.n - 1) / 2)) + orderStatistic(table, Math.floor(table.n / 2))) / 2;
    return values.map((value) => Math.abs(value - middle));
  });
  const { samples: spread } = samplesOf(distances, { origin: 0, perUnit: 1 });
  if (spread.every(({ m2 }) => m2 === 0)) return null;
  const { f, df, p } = anova(spread, 0.95);
  return { f, df, p };
}
