import { equivalence, placeOf, spanOf, varianceOf } from '@columnist/statistics';
import { equivalenceFinding } from '../equivalence.ts';
import type { Finding } from '../finding.ts';
import { differencesIn, type Measurements, type ReadMeasurements } from './differences.ts';

/** Whether one mean, or the mean difference of two columns, lies within bounds. */
export function tostFinding(
  input: Measurements & { readonly low: number; readonly high: number },
  read: ReadMeasurements,
): Finding {
  const { confidence_level: level } = input;
  const { sample, moved, paired, what, code, common, assumption } = differencesIn(input, read);
  const estimate = placeOf(moved, sample.mean);
  const error = spanOf(moved, Math.sqrt(varianceOf(sample) / sample.n));
  const found = equivalence(estimate, error, sample.n - 1, [input.low, input.high], 1 - level);
  const data = paired ? 'x - y' : 'x';
  return {
    ...common,
    ...equivalenceFinding({
      input,
      difference: estimate,
      found,
      what: paired ? `The mean difference ${what}` : `The mean of ${what}`,
      error,
      level,
      name: paired ? 'mean difference' : 'mean',
    }),
    name: 'Two one-sided t tests for equivalence',
    variant: paired ? 'paired' : 'one sample',
    assumptions: [assumption],
    code: {
      r: [
        ...code.r,
        `result <- list(p.value = max(t.test(${data}, mu = ${input.low}, alternative = "greater")$p.value, t.test(${data}, mu = ${input.high}, alternative = "less")$p.value))`,
        'print(result)',
      ],
      python: [
        'from scipy import stats',
        '',
        ...code.python,
        `result = max(stats.ttest_1samp(${data}, ${input.low}, alternative="greater").pvalue, stats.ttest_1samp(${data}, ${input.high}, alternative="less").pvalue)`,
        'print(result)',
      ],
    },
  };
}
