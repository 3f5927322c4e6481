import { tabulate } from '../descriptive/tabulate.ts';
import {
  chiSquareTest,
  cohenKappa,
  cramersV,
  mcnemar,
  oddsRatio,
  riskRatio,
} from '../association/contingency.ts';
import { codesOf } from '../association/codes.ts';
import { correlation, type Correlation } from '../association/correlation.ts';
import { pearsonProducts, spearmanProducts } from '../association/pairwise.ts';
import { cronbachAlpha } from '../association/cronbach-alpha.ts';
import { fisherExact } from '../association/fisher-exact.ts';
import { fisherExactLarge } from '../association/fisher-exact-large.ts';
import { kendall } from '../association/kendall.ts';
import { pointBiserial } from '../association/point-biserial.ts';
import { partialCorrelation } from '../association/partial-correlation.ts';
import { anova } from '../groups/analysis-of-variance.ts';
import {
  alternativeOf,
  level,
  samplesIn,
  tableOf,
  vector,
  vectors,
  type Figures,
  type Procedures,
} from './procedure-input.ts';

const correlated = ({ estimate, statistic, p_value, ci }: Correlation): Figures => ({
  estimate: estimate ?? NaN,
  statistic: statistic ?? NaN,
  p: p_value ?? NaN,
  low: ci?.low ?? NaN,
  high: ci?.high ?? NaN,
});

/** Measures and tests of association, by their name in the fixtures. */
export const associationProcedures: Procedures = {
  pearson: (input) => {
    const [products] = pearsonProducts([vector(input), vector(input, 'y')]);
    return products === undefined ? {} : correlated(correlation(products, level, 'pearson'));
  },
  spearman: (input) => {
    const codes = [vector(input), vector(input, 'y')].map((values) =>
      codesOf(values, tabulate(values)),
    );
    const [products] = spearmanProducts(codes);
    return products === undefined ? {} : correlated(correlation(products, level, 'spearman'));
  },
  point_biserial: (input) => {
    const [x = new Float64Array(), y = new Float64Array()] = vectors(input, 'groups');
    return correlated(pointBiserial(x, y, level));
  },
  kendall: (input) => {
    const { tau, p } = kendall(vector(input), vector(input, 'y'), alternativeOf(input));
    return { estimate: tau, p };
  },
  partial_correlation: (input) => {
    const [x = new Float64Array(), y = new Float64Array(), ...given] = vectors(input, 'columns');
    const found = partialCorrelation(x, y, given, level);
    return found === null
      ? {}
      : {
          estimate: found.r,
          statistic: found.t,
          p: found.p,
          low: found.interval?.low ?? NaN,
          high: found.interval?.high ?? NaN,
        };
  },
  correlation_ratio: (input) => ({
    eta: Math.sqrt(anova(samplesIn(vectors(input, 'groups')), level).eta_squared.value),
  }),
  chi_square: (input) => {
    const { statistic, df, p, residuals } = chiSquareTest(tableOf(input), input['yates'] === true);
    return { statistic, df, p, residuals: residuals.flat() };
  },
  cramers_v: (input) => {
    const table = tableOf(input);
    const { v, corrected, interval } = cramersV(
      chiSquareTest(table, false).statistic,
      table.flat().reduce((sum, count) => sum + count, 0),
      table.length,
      table[0]?.length ?? 0,
      level,
    );
    return { v, corrected, low: interval.low, high: interval.high };
  },
  fisher_exact: (input) => {
    const { p, odds_ratio, interval } = fisherExact(tableOf(input), alternativeOf(input), level);
    return { p, estimate: odds_ratio ?? Infinity, low: interval.low, high: interval.high };
  },
  fisher_exact_large: (input) => ({ p: fisherExactLarge(tableOf(input)) ?? NaN }),
  odds_ratio: (input) => {
    const found = oddsRatio(tableOf(input), level);
    return found === null
      ? {}
      : { estimate: found.value, low: found.interval.low, high: found.interval.high };
  },
  risk_ratio: (input) => {
    const found = riskRatio(tableOf(input), level);
    return found === null
      ? {}
      : { estimate: found.value, low: found.interval.low, high: found.interval.high };
  },
  mcnemar: ({ variant, ...input }) => {
    const { statistic, p } = mcnemar(
      tableOf(input),
      variant === 'exact' ? 'exact' : variant === 'corrected' ? 'corrected' : 'uncorrected',
    );
    return { statistic, p };
  },
  cohen_kappa: (input) => {
    const { kappa, interval } = cohenKappa(tableOf(input), level);
    return { estimate: kappa, low: interval.low, high: interval.high };
  },
  cronbach_alpha: (input) => {
    const { alpha, interval, items } = cronbachAlpha(vectors(input, 'columns'), level);
    return {
      alpha,
      low: interval.low,
      high: interval.high,
      rest: items.map(({ rest_correlation }) => rest_correlation),
    };
  },
};
