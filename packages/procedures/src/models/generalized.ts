import type { ResultTable } from '@columnist/contract';
import {
  generalizedLinearModel,
  normalQuantile,
  type Design,
  type GeneralizedLinearModel,
} from '@columnist/statistics';
import { measured, unfit, withinOne, type Finding, type Snippet } from '../finding.ts';
import { verdict } from '../verdict.ts';
import { alphaOf, ofUnit, ratioText, sayEvent } from '../words.ts';
import type { Refit } from './cross-validate.ts';
import { leftOutOf, withoutLeftOut } from './left-out.ts';
import { modelCode } from './model-code.ts';
import { modelDesign } from './model-design.ts';
import type { Prediction } from './model-tables.ts';
import type { ModelRows } from './read-model.ts';
import { eventOf, responseName } from './model-column.ts';
import { requireMixedGroups, runaways, separated, vanishing } from './separation.ts';

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
  fit: (design, response, { exposure }) =>
    generalizedLinearModel(design, response, name, 0.95, exposure).meanAt,
  mean,
  chooses,
});

/** The model in R and in Python, with the test of the whole. */
export const generalizedCode = (
  whole: ModelRows,
  { design, fit: { coefficients } }: Fitted,
  { name, python }: Family,
  { level, exposure }: { readonly level: number; readonly exposure?: string | undefined },
): Snippet => {
  const model = withoutLeftOut(whole, design, coefficients);
  return modelCode(model, {
    exposure,
    level,
    fit: (written) => ({
      r: [
        `fit <- glm(${written.r}, data = m, family = ${name}${exposure === undefined ? '' : ', offset = log(m$t)'}, epsilon = 1e-12)`,
        // Errors are of the step before the last.
        'fit <- update(fit, etastart = fit$linear.predictors)',
        'print(summary(fit))',
        `print(confint.default(fit, level = ${level}))`,
        'result <- list(p.value = pchisq(fit$null.deviance - fit$deviance, fit$df.null - ' +
          'fit$df.residual, lower.tail = FALSE))',
      ],
      python: [
        'from scipy import stats',
        '',
        `fit = smf.glm("${written.python}", m, family=sm.families.${python}()${exposure === undefined ? '' : ', exposure=m["t"]'}).fit(tol=1e-12)`,
        ...(model.formula.intercept
          ? ['result = stats.chi2.sf(fit.null_deviance - fit.deviance, fit.df_model)']
          : [
              '# Against a linear predictor of 0; statsmodels compares with the mean alone.',
              'null = fit.family.deviance(fit.model.endog, ' +
                `${exposure === undefined ? 'fit.family.link.inverse(np.zeros(len(m)))' : 'm["t"]'})`,
              'result = stats.chi2.sf(null - fit.deviance, np.linalg.matrix_rank(fit.model.exog))',
            ]),
      ],
    }),
  });
};

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
  const named = responseName(model.response);
  const event = chooses ? sayEvent(named, eventOf(model.response)) : named;
  requireMixedGroups(model, response, { chooses, event });
  const fit = generalizedLinearModel(design, response, name, level, model.exposure);
  const away = runaways(design, fit);
  if (chooses && (!fit.converged || away.length > 0))
    throw separated({ model, event }, response, away);
  if (away.length > 0) throw vanishing(named, away);
  if (!fit.converged)
    throw unfit(
      'The estimates do not settle.',
      'formula',
      'Leave out terms, or transform columns with very large values, such as log(x).',
    );
  return { design, fit };
}

/** Mean on the scale of the response, with the interval of the linear predictor carried over. */
export const predictor =
  ({ fit }: Fitted, level: number, { mean: link }: Family) =>
  (row: readonly number[]): Prediction => {
    const eta = fit.meanAt(row);
    const reach = -normalQuantile((1 - level) / 2) * Math.sqrt(fit.varianceAt(row));
    return { value: link(eta), low: link(eta - reach), high: link(eta + reach) };
  };

/** What a coefficient multiplies by; null where it is beyond all doubles. */
export function ratioOf(coefficient: number | null): number | null {
  const ratio = coefficient === null ? NaN : Math.exp(coefficient);
  return Number.isFinite(ratio) ? ratio : null;
}

/** What the mean or the odds are multiplied by. */
export const ratios = (fit: GeneralizedLinearModel, name: string): ResultTable => ({
  title: `${name} of one more, or against the first group`,
  columns: ['term', name.toLowerCase(), 'CI low', 'CI high'],
  rows: fit.coefficients
    .filter(({ name: term }) => term !== '(Intercept)')
    .map(({ name: term, estimate, interval }) => [
      term,
      ratioOf(estimate),
      ratioOf(interval?.low ?? null),
      ratioOf(interval?.high ?? null),
    ]),
});

/** The test of the whole model, in words too. */
export function common(
  fit: GeneralizedLinearModel,
  {
    formula,
    explained,
    level,
    ratio,
    mean,
    without,
  }: {
    readonly formula: string;
    readonly explained: string;
    readonly level: number;
    /** What coefficients are called as powers of e. */
    readonly ratio: string;
    /** The sentence where nothing explains. */
    readonly mean: string;
    /** What a formula without an intercept is compared with; null where it has one. */
    readonly without: string | null;
  },
): Pick<Finding, 'statistic' | 'df' | 'p' | 'level' | 'hypotheses' | 'sentence'> {
  const hypotheses = {
    null:
      without === null
        ? `The coefficients of ${formula} beside the intercept are all 0.`
        : `The coefficients of ${formula} are all 0.`,
    alternative: `The formula ${formula} fits ${explained} better than ${without ?? 'the mean alone'}.`,
  };
  const leftOut = leftOutOf(fit.coefficients).said;
  const tested = { statistic: { name: 'χ²', value: fit.chi_square }, df: [fit.chi_square_df] };
  return fit.chi_square_df === 0
    ? { ...tested, p: null, hypotheses: null, sentence: `${mean}${leftOut}` }
    : {
        ...tested,
        ...verdict({
          p: fit.p,
          level,
          hypotheses,
          seen: `McFadden R² = ${ofUnit(mcFadden(fit))}`,
          after: (found) => (found ? strongest(fit, ratio, level) : '') + leftOut,
        }),
      };
}

/**
 * McFadden (1974): 1 − log-likelihood / that of the mean alone; R: 1 - logLik(fit) /
 * logLik(update(fit, . ~ 1)). It is the share of the deviance of single events alone, not of
 * counts.
 */
const mcFadden = (fit: GeneralizedLinearModel): number =>
  1 - fit.log_likelihood / fit.null_log_likelihood;
/** How well the model fits. */
export const fitFigures = (fit: GeneralizedLinearModel) => [
  withinOne('McFadden R²', mcFadden(fit)),
  withinOne('share of the deviance explained', 1 - fit.deviance / fit.null_deviance),
  measured('log-likelihood', fit.log_likelihood),
  measured('AIC', fit.aic),
  measured('deviance', fit.deviance),
  measured('null deviance', fit.null_deviance),
];

/** The term of the smallest p below 1 − level, for a sentence. */
function strongest(fit: GeneralizedLinearModel, name: string, level: number): string {
  const [first] = fit.coefficients
    .filter(({ name: term, p }) => term !== '(Intercept)' && p !== null && p < alphaOf(level))
    .toSorted((a, b) => (a.p ?? 1) - (b.p ?? 1));
  return first?.estimate === null || first === undefined
    ? ''
    : ` Its smallest p is that of ${first.name} (${name} ${ratioText(Math.exp(first.estimate))}).`;
}
