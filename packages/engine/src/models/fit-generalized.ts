import { sayFormula, pText, type RegressionOptions, type ResultTable } from '@columnist/contract';
import {
  chiSquareSurvival,
  generalizedLinearModel,
  hosmerLemeshow,
  normalQuantile,
  rocOf,
  type Design,
  type GeneralizedLinearModel,
} from '@columnist/statistics';
import { measured, unfit, type Finding } from '../procedures/finding.ts';
import { pointsOf } from '../procedures/pictures.ts';
import { percent, short, significant, twoPlaces } from '../procedures/words.ts';
import { crossValidate } from './cross-validate.ts';
import { modelCode } from './model-code.ts';
import { coefficientsTable, fitPicture, predictionsOf, type Prediction } from './model-tables.ts';
import { modelDesign, responseName, type ModelColumn, type ModelRows } from './read-model.ts';

type Options<Method extends RegressionOptions['method']> = Extract<
  RegressionOptions,
  { method: Method }
>;

const groupsOfFit = 10;

interface Fitted {
  readonly design: Design;
  readonly fit: GeneralizedLinearModel;
}

function fitted(
  input: Options<'logistic' | 'poisson'>,
  model: ModelRows,
  response: Float64Array,
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
  const fit = generalizedLinearModel(
    design,
    response,
    input.method === 'logistic' ? 'binomial' : 'poisson',
    input.confidence_level,
  );
  const runaway = fit.coefficients.find(
    ({ error, estimate }) =>
      error !== null &&
      estimate !== null &&
      input.method === 'logistic' &&
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
const predictor =
  ({ fit }: Fitted, level: number, link: (eta: number) => number) =>
  (row: readonly number[]): Prediction => {
    const used = fit.coefficients.flatMap(({ estimate }, k) => (estimate === null ? [] : [k]));
    const eta = used.reduce(
      (sum, k) => sum + (fit.coefficients[k]?.estimate ?? 0) * (row[k] ?? 0),
      0,
    );
    const reach = -normalQuantile((1 - level) / 2) * Math.sqrt(fit.varianceAt(row));
    return { value: link(eta), low: link(eta - reach), high: link(eta + reach) };
  };

const ratios = (fit: GeneralizedLinearModel, name: string): ResultTable => ({
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

const common = (fit: GeneralizedLinearModel, explained: string) => ({
  statistic: { name: 'χ²', value: fit.chi_square },
  df: [fit.chi_square_df],
  p: fit.chi_square_df === 0 ? null : fit.p,
  hypotheses: {
    null: `Nothing on the right of the formula tells of ${explained}.`,
    alternative: 'Some of it does.',
  },
});

/** McFadden (1974): 1 − log-likelihood / that of the mean alone; R: 1 - logLik(fit) / logLik(update(fit, . ~ 1)). It is the share of the deviance of single events alone, not of counts. */
const mcFadden = (fit: GeneralizedLinearModel): number =>
  1 - fit.log_likelihood / fit.null_log_likelihood;
const fitFigures = (fit: GeneralizedLinearModel) => [
  measured('McFadden R²', mcFadden(fit)),
  measured('share of the deviance explained', 1 - fit.deviance / fit.null_deviance),
  measured('log-likelihood', fit.log_likelihood),
  measured('AIC', fit.aic),
  measured('deviance', fit.deviance),
  measured('null deviance', fit.null_deviance),
];

function strongest(fit: GeneralizedLinearModel, name: string): string {
  const [first] = fit.coefficients
    .filter(({ name: term, p }) => term !== '(Intercept)' && p !== null && p < significant)
    .toSorted((a, b) => (a.p ?? 1) - (b.p ?? 1));
  return first?.estimate === null || first === undefined
    ? ''
    : `: most clearly by ${first.name} (${name} ${short(Math.exp(first.estimate))})`;
}

/** The response of a logistic model: its second level, or true, is the event. */
function events(response: ModelColumn): { values: Float64Array; event: string } {
  const column = response.variable.column;
  if (response.kind === 'levels') {
    if (response.levels.length !== 2)
      throw unfit(
        `'${column}' has ${response.levels.length} values; a logistic model explains one of two.`,
        'formula',
        'Narrow the column to two values with a view.',
      );
    return { values: Float64Array.from(response.codes), event: response.levels[1] ?? '' };
  }
  if (response.values.some((value) => value !== 0 && value !== 1))
    throw unfit(
      `'${column}' holds numbers other than 0 and 1.`,
      'formula',
      'Derive a yes or no from it with a view, such as x > 10.',
    );
  return { values: response.values, event: '1' };
}

/** One of two values, by the logarithm of its odds. */
export function fitLogistic(input: Options<'logistic'>, model: ModelRows): Finding {
  const { values, event } = events(model.response);
  const happened = values.reduce((sum, value) => sum + value, 0);
  if (happened === 0 || happened === values.length)
    throw unfit(
      `Every row has the same '${model.response.variable.column}'.`,
      'formula',
      'Choose another column or another view.',
    );
  const found = fitted(input, model, values);
  const { fit } = found;
  const roc = rocOf(values, fit.fitted, input.confidence_level);
  const name = `${responseName(model.response)} = ${event}`;
  const confusion = (real: number, predicted: number): number =>
    values.reduce(
      (n, value, i) =>
        n + (value === real && ((fit.fitted[i] ?? 0) >= 0.5 ? 1 : 0) === predicted ? 1 : 0),
      0,
    );
  const [tp, fn, fp, tn] = [confusion(1, 1), confusion(1, 0), confusion(0, 1), confusion(0, 0)];
  const test = hosmerLemeshow(values, fit.fitted, groupsOfFit);
  const predict = predictor(found, input.confidence_level, (eta) => 1 / (1 + Math.exp(-eta)));
  const said = `${sayFormula(model.formula)} tells rows with ${name} from the others`;
  const at = { x: fp / (fp + tn), y: tp / (tp + fn) };
  const curve = {
    kind: 'curve' as const,
    x_name: 'false positive rate',
    y_name: 'sensitivity',
    x: roc.points.map(({ specificity }) => 1 - specificity),
    y: roc.points.map(({ sensitivity }) => sensitivity),
    at,
  };
  const line = fitPicture(model, predict);
  return {
    name: 'Logistic regression',
    variant: `event: ${name}; maximum likelihood, Wald intervals`,
    ...common(fit, name),
    estimate: measured('area under the ROC curve', roc.auc, roc.interval),
    effects: fitFigures(fit),
    tables: [
      coefficientsTable(
        fit.coefficients,
        'z',
        fit.coefficients.map(({ estimate }) => (estimate === null ? null : Math.exp(estimate))),
        'odds ratio',
      ),
      ratios(fit, 'Odds ratio'),
      {
        title: 'Told right at a probability of one half',
        columns: ['', 'predicted yes', 'predicted no', 'told right'],
        rows: [
          [name, tp, fn, tp / (tp + fn)],
          ['others', fp, tn, tn / (fp + tn)],
        ],
      },
      {
        title: 'Observed and expected by fitted probability',
        columns: ['up to', 'rows', 'observed', 'expected'],
        rows: test.rows.map(({ upper, n, observed, expected }) => [upper, n, observed, expected]),
      },
      ...predictionsOf(input, model, predict),
      ...crossValidate(input, model),
    ],
    picture: line ?? curve,
    pictures: line === null ? [] : [{ title: 'Receiver operating characteristic', picture: curve }],
    assumptions: Number.isFinite(test.p)
      ? [
          {
            name: 'probabilities that fit',
            verdict: test.p < significant ? 'doubtful' : 'holds',
            said: `Hosmer–Lemeshow, ${test.rows.length} groups: χ²(${test.df}) = ${twoPlaces(test.statistic)}, p ${pText(test.p)}.`,
          },
        ]
      : [],
    sentence:
      fit.p < significant
        ? `${said} (area ${twoPlaces(roc.auc)}, p ${pText(fit.p)})${strongest(fit, 'odds ratio')}.`
        : `${sayFormula(model.formula)} does not clearly tell rows with ${name} from the others (area ${twoPlaces(roc.auc)}, p ${pText(fit.p)}).`,
    code: modelCode(model, input),
  };
}

/** Counts, by the logarithm of their mean. */
export function fitPoisson(input: Options<'poisson'>, model: ModelRows): Finding {
  const { response } = model;
  if (
    response.kind !== 'number' ||
    response.values.some((value) => value < 0 || !Number.isInteger(value))
  )
    throw unfit(
      `'${response.variable.column}' holds other things than counts: whole numbers from 0.`,
      'formula',
      "Choose a column of counts, or method 'linear'.",
    );
  if (response.values.every((value) => value === 0))
    throw unfit(
      `All counts of '${response.variable.column}' are 0.`,
      'formula',
      'Choose another column or another view.',
    );
  const found = fitted(input, model, response.values);
  const { fit, design } = found;
  const pearson = response.values.reduce(
    (sum, y, i) => sum + (y - (fit.fitted[i] ?? NaN)) ** 2 / (fit.fitted[i] ?? NaN),
    0,
  );
  const spread = pearson / fit.df;
  const predict = predictor(found, input.confidence_level, Math.exp);
  const name = responseName(response);
  const over = chiSquareSurvival(pearson, fit.df) < significant && spread > 1.2;
  const residuals = pointsOf(
    ['fitted', 'deviance residual'],
    [fit.fitted, fit.deviance_residuals],
    [],
  );
  const curve = fitPicture(model, predict);
  return {
    name: 'Poisson regression',
    variant: 'maximum likelihood, Wald intervals',
    ...common(fit, name),
    effects: [...fitFigures(fit), measured('dispersion', spread)],
    tables: [
      coefficientsTable(
        fit.coefficients,
        'z',
        fit.coefficients.map(({ estimate }) => (estimate === null ? null : Math.exp(estimate))),
        'rate ratio',
      ),
      ratios(fit, 'Rate ratio'),
      ...predictionsOf(input, model, predict),
      ...crossValidate(input, model),
    ],
    picture: curve ?? residuals,
    pictures:
      curve === null ? [] : [{ title: 'Residuals against fitted values', picture: residuals }],
    assumptions: [
      {
        name: 'variance equal to the mean',
        verdict: over ? 'doubtful' : 'holds',
        said: `Dispersion by Pearson’s χ²: ${twoPlaces(spread)}, 1 for Poisson counts.${over ? ' Standard errors are too small.' : ''}`,
      },
    ],
    sentence:
      design.columns.length === 1 || fit.chi_square_df === 0
        ? `${name} has a mean of ${short(fit.fitted[0] ?? NaN)}.`
        : fit.p < significant
          ? `${sayFormula(model.formula)} explains ${percent(1 - fit.deviance / fit.null_deviance)} of the deviance of ${name} (p ${pText(fit.p)})${strongest(fit, 'rate ratio')}.`
          : `${sayFormula(model.formula)} explains no more of ${name} than chance would (p ${pText(fit.p)}).`,
    code: modelCode(model, input),
  };
}
