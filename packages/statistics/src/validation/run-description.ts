import { bandwidthNrd0 } from '../descriptive/density.ts';
import { describeNumbers } from '../descriptive/describe-numbers.ts';
import { kurtosis, momentsOf, skewness } from '../descriptive/moments.ts';
import { quantile, robustMeans } from '../descriptive/frequency-table.ts';
import { tabulate } from '../descriptive/tabulate.ts';
import { wilsonInterval } from '../descriptive/intervals.ts';
import { quantileTypes } from '../descriptive/quantiles.ts';
import { weightedFigures } from '../descriptive/weighted.ts';
import { level, value, vector, type Procedures } from './procedure-input.ts';

/** Descriptive figures that are compared with others, by their name in the fixtures. */
export const descriptiveProcedures: Procedures = {
  describe: (input) => {
    const table = tabulate(vector(input));
    const { figures: f } = describeNumbers(table, { origin: 0, perUnit: 1 }, level);
    return {
      mean: f.mean ?? NaN,
      variance: f.variance ?? NaN,
      sd: f.sd ?? NaN,
      standard_error: f.standard_error ?? NaN,
      median: f.median ?? NaN,
      q1: f.q1 ?? NaN,
      q3: f.q3 ?? NaN,
      iqr: f.iqr ?? NaN,
      mad: f.mad ?? NaN,
      low: f.mean_ci?.low ?? NaN,
      high: f.mean_ci?.high ?? NaN,
      bandwidth: bandwidthNrd0(table.n, f.sd ?? NaN, f.iqr ?? NaN),
    };
  },
  quantile: (input) => {
    const type = quantileTypes.find((one) => one === input['type']);
    return {
      values: Array.from(vector(input, 'p'), (p) => quantile(tabulate(vector(input)), p, type)),
    };
  },
  skewness_kurtosis: (input) => {
    const type = ([1, 2, 3] as const).find((one) => one === input['type']);
    const moments = momentsOf(tabulate(vector(input)));
    return { skewness: skewness(moments, type) ?? NaN, kurtosis: kurtosis(moments, type) ?? NaN };
  },
  robust_means: (input) => robustMeans(tabulate(vector(input)), value(input, 'trim')),
  weighted: (input) => {
    const { mean, sd, sum_of_weights } = weightedFigures(vector(input), vector(input, 'w'));
    return { mean, sd: sd ?? NaN, sum_of_weights };
  },
  wilson: (input) => ({ ...wilsonInterval(value(input, 'x'), value(input, 'n'), level) }),
};
