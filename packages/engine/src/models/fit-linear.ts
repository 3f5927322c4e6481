import { sayFormula, type RegressionOptions, type ResultTable, type TestResult } from '@columnist/contract';
import {
  breuschPagan, cooksDistances, durbinWatson, linearModel, samplesOf, shapiroWilk, spreadOf, studentTQuantile, typeThree, varianceInflation, type Design, type LinearModel,
} from '@columnist/statistics';
import { measured, unfit, type Assumption, type Finding } from '../procedures/finding.ts';
import { pointsOf, quantilesOf } from '../procedures/pictures.ts';
import { pText, percent, short, significant, twoPlaces } from '../procedures/words.ts';
import { crossValidate } from './cross-validate.ts';
import { modelCode } from './model-code.ts';
import { marginalMeansOf, marginalPicture, marginalTables } from './marginal-means.ts';
import { coefficientsTable, fitPicture, predictionsOf } from './model-tables.ts';
import { modelDesign, type ModelRows } from './read-model.ts';

type Options = Extract<RegressionOptions, { method: 'linear' }>;

const influentialShown = 10;
const shapiroAtMost = 5000;

/** Least squares: coefficients, tests of terms, how well it fits, what it rests on. */
export function fitLinear(input: Options, model: ModelRows): Finding {
  const { response, weights, used, formula } = model;
  if (response.kind !== 'number') throw unfit(`'${response.variable.column}' holds groups; a linear model explains numbers.`, 'formula', "Use method 'logistic' for two groups.");
  const design = modelDesign(model, 'treatment');
  if (design.columns.length === 0) throw unfit('The formula has neither an intercept nor a term.', 'formula', 'Name a column that explains.');
  if (used <= design.columns.length) throw unfit(`${used} rows have every value; ${design.columns.length} coefficients need more.`, 'formula', 'Leave terms out, or choose another view.');
  const fit = linearModel(design, response.values, { weights, level: input.confidence_level, covariance: input.errors });
  if (!(fit.rss > 0) || !Number.isFinite(fit.sigma)) throw unfit(fit.rss === 0 ? 'The model fits every row exactly: nothing is left to estimate its error from.' : 'These values are too large or too small for least squares.', 'formula', 'Look whether the response is computed from what explains it.');
  const terms = input.sums_of_squares === 3 ? typeThree(modelDesign(model, 'sum'), response.values, weights, fit) : fit.anova(input.sums_of_squares);
  const name = response.variable.column;
  const aliased = fit.coefficients.filter(({ estimate }) => estimate === null).map((one) => one.name);
  const distances = cooksDistances(fit, weights);
  const said = sayFormula(formula);
  const lead = terms.filter(({ p }) => p !== null && p < significant).map(({ term, partial_eta_squared: share }) => `${term} (${percent(share)} of what is left)`);
  const explained = `${said} explains ${percent(fit.r_squared)} of the variance of ${name}`;
  const code = modelCode(model, input);
  const means = (input.means ?? []).map((term) => marginalMeansOf(model, fit, term, input.confidence_level));
  return {
    name: 'Linear regression', variant: `${weights === null ? 'ordinary' : 'weighted'} least squares${input.errors === 'classical' ? '' : `; ${input.errors.toUpperCase()} standard errors`}; sums of squares of type ${'I'.repeat(input.sums_of_squares)}${aliased.length === 0 ? '' : `; left out as combinations of others: ${aliased.join(', ')}`}`,
    hypotheses: { null: `Nothing on the right of the formula tells of ${name}.`, alternative: 'Some of it does.' },
    statistic: fit.f === null ? null : { name: 'F', value: fit.f }, df: fit.f === null ? [] : [...fit.f_df], p: fit.p,
    effects: [measured('R²', fit.r_squared), measured('adjusted R²', fit.adjusted_r_squared), measured('residual standard deviation', fit.sigma), measured('AIC', fit.aic), measured('BIC', fit.bic)],
    tables: [
      coefficientsTable(fit.coefficients, 't', standardized(design, fit, response.values)),
      ...(terms.length === 0 ? [] : [{ title: 'Terms', columns: ['term', 'sum of squares', 'df', 'F', 'p', 'partial η²'], rows: [...terms.map(({ term, ss, df, f, p, partial_eta_squared: share }) => [term, ss, df, f, p, share]), ['residuals', fit.rss, fit.df, null, null, null]] }]),
      ...means.flatMap((one) => marginalTables(one, fit, input.confidence_level)),
      ...inflation(design, fit),
      ...predictionsOf(input, model, (row) => predict(fit, row, input.confidence_level)),
      ...crossValidate(input, model),
      influential(model, fit, distances),
    ],
    picture: fitPicture(model, (row) => predict(fit, row, input.confidence_level)) ?? residualsPicture(fit, distances),
    pictures: [
      ...means.map((one, i) => ({ title: `Estimated marginal means of ${(input.means ?? [])[i] ?? ''}`, picture: marginalPicture(one, name) })),
      ...(fitPicture(model, () => null) === null ? [] : [{ title: 'Residuals against fitted values', picture: residualsPicture(fit, distances) }]),
      { title: 'Normal Q–Q of the residuals', picture: quantilesOf('residual', samplesOf([fit.residuals], { origin: 0, perUnit: 1 }).samples[0] ?? emptySample, { origin: 0, perUnit: 1 }) },
    ],
    assumptions: assumptionsOf(design, fit, distances),
    recommendation: input.errors === 'classical' && breuschPagan(design, fit.residuals).p < significant ? { method: 'linear', said: "Standard errors 'hc3' do without equal variances." } : null,
    sentence: fit.p === null ? `${name} has a mean of ${short(fit.coefficients[0]?.estimate ?? NaN)}.` : fit.p < significant ? `${explained} (p ${pText(fit.p)})${lead.length === 0 ? '' : `: ${lead.join(', ')}`}.` : `${explained}, no more than chance would (p ${pText(fit.p)}).`,
    code,
  };
}

const emptySample = { n: 0, mean: NaN, m2: NaN, values: new Float64Array() };

/** Estimate, interval of the mean and interval of a single value, at one line of a design. */
export function predict(fit: LinearModel, row: readonly number[], level: number): { value: number; low: number; high: number; single_low: number; single_high: number } {
  const used = fit.coefficients.flatMap(({ estimate }, k) => (estimate === null ? [] : [k]));
  const value = used.reduce((sum, k) => sum + (fit.coefficients[k]?.estimate ?? 0) * (row[k] ?? 0), 0);
  const variance = fit.varianceAt(row);
  const quantile = studentTQuantile((1 + level) / 2, fit.df);
  const [mean, single] = [quantile * Math.sqrt(variance), quantile * Math.sqrt(variance + fit.sigma ** 2)];
  return { value, low: value - mean, high: value + mean, single_low: value - single, single_high: value + single };
}

/** Coefficients in units of standard deviations; of levels there is none. */
function standardized(design: Design, fit: LinearModel, response: Float64Array): (number | null)[] {
  const spread = spreadOf(response);
  return fit.coefficients.map(({ estimate, term }, k) => {
    const column = design.columns[k];
    return estimate === null || column === undefined || (design.terms[term]?.factors.length ?? 0) === 0 ? null : (estimate * spreadOf(column.values)) / spread;
  });
}

function inflation(design: Design, fit: LinearModel): ResultTable[] {
  const found = varianceInflation(design, fit.covariance);
  if (found.length < 2) return [];
  return [{ title: 'How much terms overlap', columns: ['term', 'generalized VIF', 'df', 'GVIF^(1/(2 df))'], rows: found.map(({ term, gvif, df }) => [term, ...(Number.isFinite(gvif) ? [gvif, df, gvif ** (1 / (2 * df))] : [null, df, null])]) }];
}

function influential({ rows, response }: ModelRows, fit: LinearModel, distances: Float64Array): ResultTable {
  const places = Array.from(distances, (_, i) => i).toSorted((a, b) => (distances[b] ?? 0) - (distances[a] ?? 0)).slice(0, influentialShown);
  return { title: 'Rows of most influence', columns: ['row', response.variable.column, 'fitted', 'residual', 'leverage', 'Cook’s distance'], rows: places.map((i) => [(rows[i] ?? 0) + 1, (fit.fitted[i] ?? 0) + (fit.residuals[i] ?? 0), fit.fitted[i] ?? null, fit.residuals[i] ?? null, fit.leverages[i] ?? null, distances[i] ?? null]), single_rows: true };
}

const residualsPicture = (fit: LinearModel, distances: Float64Array): NonNullable<TestResult['picture']> => pointsOf(['fitted', 'residual'], [fit.fitted, fit.residuals], Array.from(distances, (_, i) => i).filter((i) => (distances[i] ?? 0) > 4 / fit.n));

function assumptionsOf(design: Design, fit: LinearModel, distances: Float64Array): Assumption[] {
  const { statistic, p } = breuschPagan(design, fit.residuals);
  const dw = durbinWatson(fit.residuals);
  const normal = fit.n >= 3 && fit.n <= shapiroAtMost ? shapiroWilk(fit.residuals) : null;
  const far = distances.reduce((n, value) => n + (value > 1 ? 1 : 0), 0);
  return [
    { name: 'equal variances of the residuals', verdict: p < significant ? 'doubtful' : 'holds', said: `Breusch–Pagan (studentized): χ² = ${twoPlaces(statistic)}, p ${pText(p)}.` },
    ...(normal === null ? [] : [{ name: 'normal residuals', verdict: normal.p < significant && fit.n < 200 ? ('doubtful' as const) : ('holds' as const), said: `Shapiro–Wilk: W = ${twoPlaces(normal.w)}, p ${pText(normal.p)}.${fit.n >= 200 ? ' With this many rows estimates do not depend on it.' : ''}` }]),
    { name: 'residuals independent in the order of the rows', verdict: dw < 1.5 || dw > 2.5 ? 'doubtful' : 'holds', said: `Durbin–Watson: ${twoPlaces(dw)}, 2 where neighbours do not depend on each other.` },
    { name: 'no row decides alone', verdict: far > 0 ? 'doubtful' : 'holds', said: far > 0 ? `${far} rows have a Cook’s distance above 1.` : 'No Cook’s distance is above 1.' },
  ];
}
