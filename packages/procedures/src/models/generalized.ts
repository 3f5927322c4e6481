import type { ResultTable } from '@columnist/contract';
import {
  generalizedLinearModel,
  normalQuantile,
  type Design,
  type GeneralizedLinearModel,
} from '@columnist/statistics';
import { measured, unfit, type Snippet } from '../finding.ts';
import { short, significant } from '../words.ts';
import type { Refit } from './cross-validate.ts';
import { modelCode } from './model-code.ts';
import { modelDesign } from './model-design.ts';
import type { Prediction } from './model-tables.ts';
import type { ModelRows } from './read-model.ts';

/** What is its own of one generalized linear model. */
export interface Family {
  readonly name: 'binomial' | 'poisson';
  /** The same in statsmodels. */
  readonly python: string;
  /** The mean of what the linear predictor is `eta` of. */
  readonly mean: (eta: number) => number;
  /** Whether it explains one of two values. */
  readonly chooses: boolean;
}

/** How a model of the family predicts rows that it has not seen. */
export const refitBy = ({ name, mean, chooses }: Family): Refit => ({
  fit: (design, response) => generalizedLinearModel(design, response, name, 0.95).coefficients,
  mean,
  chooses,
});

/** The model in R and in Python, with the test of the whole. */
export const generalizedCode = (model: ModelRows, { name, python }: Family): Snippet =>
  modelCode(model, {
    fit: (written) => ({
      r: [
        `fit <- glm(${written.r}, data = m, family = ${name}, epsilon = 1e-12)`,
        'print(summary(fit))',
        'result <- list(p.value = pchisq(fit$null.deviance - fit$deviance, fit$df.null - ' +
          'fit$df.residual, lower.tail = FALSE))',
      ],
      python: [
        'from scipy import stats',
        '',
        `fit = smf.glm("${written.python}", m, family=sm.families.${python}()).fit(tol=1e-12)`,
        'result = stats.chi2.sf(fit.null_deviance - fit.deviance, fit.df_model)',
      ],
    }),
  });

interface Fitted {
  readonly design: Design;
  readonly fit: GeneralizedLinearModel;
}

/** Throws invalid_input where there is no such model of the rows. */
export function fitted(
  { name, chooses }: Family,
  model: ModelRows,
  response: Float64Array,
  level: number,
): Fitted {
  const design = modelDesign(model, 'treatment');
  if (design.columns.length === 0)
    throw unfit(
      'The formula has neither an intercept nor a term.',
      'formula',
      'Name a column that explains.',
    );
  if (model.used <= design.columns.length)
    throw unfit(
      `${model.used} rows have every value; ${design.columns.length} coefficients need more.`,
      'formula',
      'Leave terms out, or choose another view.',
    );
  const fit = generalizedLinearModel(design, response, name, level);
  const runaway = fit.coefficients.find(
    ({ name: term, error, estimate }) =>
      // Far from 0 a column moves the intercept far, with a large error: that separates nothing.
      term !== '(Intercept)' &&
      error !== null &&
      estimate !== null &&
      chooses &&
      error > 1000 &&
      Math.abs(estimate) > 10,
  );
  if (!fit.converged || runaway !== undefined)
    throw unfit(
      `The estimates do not settle${runaway === undefined ? '' : `: ${runaway.name} tells ${model.response.variable.column} without error`}.`,
      'formula',
      'Leave out the term that separates the rows, or join rare groups.',
    );
  return { design, fit };
}

/** Mean on the scale of the response, with the interval of the linear predictor carried over. */
export const predictor =
  ({ fit }: Fitted, level: number, { mean: link }: Family) =>
  (row: readonly number[]): Prediction => {
    const used = fit.coefficients.flatMap(({ estimate }, k) => (estimate === null ? [] : [k]));
    const eta = used.reduce(
      (sum, k) => sum + (fit.coefficients[k]?.estimate ?? 0) * (row[k] ?? 0),
      0,
    );
    const reach = -normalQuantile((1 - level) / 2) * Math.sqrt(fit.varianceAt(row));
    return { value: link(eta), low: link(eta - reach), high: link(eta + reach) };
  };

/** What the mean or the odds are multiplied by. */
export const ratios = (fit: GeneralizedLinearModel, name: string): ResultTable => ({
  title: `${name} of one more, or against the first group`,
  columns: ['term', name.toLowerCase(), 'CI low', 'CI high'],
  rows: fit.coefficients
    .filter(({ name: term }) => term !== '(Intercept)')
    .map(({ name: term, estimate, interval }) => [
      term,
      estimate === null ? null : Math.exp(estimate),
      interval === null ? null : Math.exp(interval.low),
      interval === null ? null : Math.exp(interval.high),
    ]),
});

/** The test of the whole model. */
export const common = (fit: GeneralizedLinearModel, explained: string) => ({
  statistic: { name: 'χ²', value: fit.chi_square },
  df: [fit.chi_square_df],
  p: fit.chi_square_df === 0 ? null : fit.p,
  hypotheses: {
    null: `Nothing on the right of the formula tells of ${explained}.`,
    alternative: 'Some of it does.',
  },
});

/**
 * McFadden (1974): 1 − log-likelihood / that of the mean alone; R: 1 - logLik(fit) /
 * logLik(update(fit, . ~ 1)). It is the share of the deviance of single events alone, not of
 * counts.
 */
const mcFadden = (fit: GeneralizedLinearModel): number =>
  1 - fit.log_likelihood / fit.null_log_likelihood;
/** How well the model fits. */
export const fitFigures = (fit: GeneralizedLinearModel) => [
  measured('McFadden R²', mcFadden(fit)),
  measured('share of the deviance explained', 1 - fit.deviance / fit.null_deviance),
  measured('log-likelihood', fit.log_likelihood),
  measured('AIC', fit.aic),
  measured('deviance', fit.deviance),
  measured('null deviance', fit.null_deviance),
];

/** The term of the smallest p, for a sentence. */
export function strongest(fit: GeneralizedLinearModel, name: string): string {
  const [first] = fit.coefficients
    .filter(({ name: term, p }) => term !== '(Intercept)' && p !== null && p < significant)
    .toSorted((a, b) => (a.p ?? 1) - (b.p ?? 1));
  return first?.estimate === null || first === undefined
    ? ''
    : `: most clearly by ${first.name} (${name} ${short(Math.exp(first.estimate))})`;
}
