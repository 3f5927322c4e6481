import {
  sayFormula,
  pText,
  type RegressionOptions,
  type ResultTable,
  type TestResult,
} from '@columnist/contract';
import {
  breuschPagan,
  cooksDistances,
  decisiveRows,
  durbinWatson,
  exactRows,
  linearModel,
  samplesOf,
  shapiroWilk,
  spreadOf,
  studentTQuantile,
  typeThree,
  varianceInflation,
  waldTerms,
  weightedFigures,
  type Design,
  type LinearModel,
} from '@columnist/statistics';
import { measured, unfit, type Assumption, type Finding } from '../procedures/finding.ts';
import { pointsOf, quantilesOf } from '../procedures/pictures.ts';
import { percent, short, significant, twoPlaces } from '../procedures/words.ts';
import { crossValidate } from './cross-validate.ts';
import { modelCode } from './model-code.ts';
import { marginalMeansOf, marginalPicture, marginalTables } from './marginal-means.ts';
import { coefficientsTable, fitPicture, predictionsOf } from './model-tables.ts';
import { modelDesign, responseName, type ModelRows } from './read-model.ts';

type Options = Extract<RegressionOptions, { method: 'linear' }>;

const influentialShown = 10;
const shapiroAtMost = 5000;

/** Least squares: coefficients, tests of terms, how well it fits, what it rests on. */
export function fitLinear(input: Options, model: ModelRows): Finding {
  const { response, weights, used, formula } = model;
  if (response.kind !== 'number')
    throw unfit(
      `'${response.variable.column}' holds groups; a linear model explains numbers.`,
      'formula',
      "Use method 'logistic' for two groups.",
    );
  const design = modelDesign(model, 'treatment');
  if (design.columns.length === 0)
    throw unfit(
      'The formula has neither an intercept nor a term.',
      'formula',
      'Name a column that explains.',
    );
  if (used <= design.columns.length)
    throw unfit(
      `${used} rows have every value; ${design.columns.length} coefficients need more.`,
      'formula',
      'Leave terms out, or choose another view.',
    );
  const fit = linearModel(design, response.values, {
    weights,
    level: input.confidence_level,
    covariance: input.errors,
  });
  if (!(fit.rss > 0) || !Number.isFinite(fit.sigma))
    throw unfit(
      fit.rss === 0
        ? 'The model fits every row exactly: nothing is left to estimate its error from.'
        : 'These values are too large or too small for least squares.',
      'formula',
      'Look whether the response is computed from what explains it.',
    );
  const decisive = decisiveRows(fit).map((i) => (model.rows[i] ?? 0) + 1);
  requireErrors(input, decisive);
  const terms = termsOf(input, model, design, response.values, fit);
  const name = responseName(response);
  const aliased = fit.coefficients
    .filter(({ estimate }) => estimate === null)
    .map((one) => one.name);
  const distances = cooksDistances(fit, weights);
  const said = sayFormula(formula);
  const explained = `${said} explains ${percent(fit.r_squared)} of the variance of ${name}`;
  const code = modelCode(model, input);
  const means = (input.means ?? []).map((term) =>
    marginalMeansOf(model, fit, term, input.confidence_level),
  );
  return {
    name: 'Linear regression',
    variant: `${weights === null ? 'ordinary' : 'weighted'} least squares${input.errors === 'classical' ? '' : `; ${input.errors.toUpperCase()} standard errors`}; ${terms.variant}${aliased.length === 0 ? '' : `; left out as combinations of others: ${aliased.join(', ')}`}`,
    hypotheses: {
      null: `Nothing on the right of the formula tells of ${name}.`,
      alternative: 'Some of it does.',
    },
    statistic: fit.f === null ? null : { name: 'F', value: fit.f },
    df: fit.f === null ? [] : [...fit.f_df],
    p: fit.p,
    effects: [
      measured('R²', fit.r_squared),
      measured('adjusted R²', fit.adjusted_r_squared),
      measured('residual standard deviation', fit.sigma),
      measured('AIC', fit.aic),
      measured('BIC', fit.bic),
    ],
    tables: [
      coefficientsTable(fit.coefficients, 't', standardized(design, fit, response.values, weights)),
      ...terms.tables,
      ...means.flatMap((one) => marginalTables(one, fit, input.confidence_level, response)),
      ...inflation(design, fit),
      ...predictionsOf(input, model, (row) => predict(fit, row, input.confidence_level)),
      ...crossValidate(input, model),
      influential(model, name, fit, distances),
    ],
    picture:
      fitPicture(model, (row) => predict(fit, row, input.confidence_level)) ??
      residualsPicture(fit, distances),
    pictures: [
      ...means.map((one, i) => ({
        title: `Estimated marginal means of ${(input.means ?? [])[i] ?? ''}`,
        picture: marginalPicture(one, name),
      })),
      ...(fitPicture(model, () => null) === null
        ? []
        : [
            { title: 'Residuals against fitted values', picture: residualsPicture(fit, distances) },
          ]),
      {
        title: 'Normal Q–Q of the residuals',
        picture: quantilesOf(
          'residual',
          samplesOf([fit.residuals], { origin: 0, perUnit: 1 }).samples[0] ?? emptySample,
          { origin: 0, perUnit: 1 },
        ),
      },
    ],
    assumptions: [
      ...assumptionsOf(design, fit, distances, decisive),
      ...undefinedTests(
        input,
        fit,
        terms,
        exactRows(fit).map((i) => (model.rows[i] ?? 0) + 1),
      ),
    ],
    recommendation:
      input.errors === 'classical' && breuschPagan(design, fit.residuals).p < significant
        ? {
            method: 'linear',
            said: `Standard errors '${decisive.length === 0 ? 'hc3' : 'hc1'}' do without equal variances.`,
          }
        : null,
    sentence:
      fit.f_df[0] === 0
        ? `${name} has a mean of ${short(fit.coefficients[0]?.estimate ?? NaN)}.`
        : fit.p === null
          ? `${explained}; a Wald test of the whole model with ${input.errors.toUpperCase()} errors is not defined.`
          : fit.p < significant
            ? `${explained} (${terms.test}p ${pText(fit.p)})${terms.lead.length === 0 ? '' : `: ${terms.lead.join(', ')}`}.`
            : `${explained}, no more than chance would (${terms.test}p ${pText(fit.p)}).`,
    code,
  };
}

const emptySample = { n: 0, mean: NaN, m2: NaN, values: new Float64Array() };

const rowsNamed = 5;
const sayRows = (rows: readonly number[]): string =>
  `${rows.length === 1 ? 'row' : 'rows'} ${rows.slice(0, rowsNamed).join(', ')}${rows.length > rowsNamed ? ` and ${rows.length - rowsNamed} more` : ''}`;

/** HC2 and HC3 divide by 1 less the leverage, which is 0 for rows that the model must fit exactly. */
function requireErrors({ errors }: Options, decisive: readonly number[]): void {
  if (decisive.length === 0 || (errors !== 'hc2' && errors !== 'hc3')) return;
  const [has, fits] = decisive.length === 1 ? ['has', 'it'] : ['have', 'them'];
  throw unfit(
    `${errors.toUpperCase()} errors are not defined: ${sayRows(decisive)} ${has} a leverage of 1, so the model fits ${fits} exactly whatever the response.`,
    'errors',
    "Use errors 'hc1', join the group that a row is alone in with another, or leave such rows out with a view.",
  );
}

/** What robust errors leave without a test, and why: rows that are fitted exactly tell nothing of the errors, so that too few may be left for all that is to be tested together. */
function undefinedTests(
  { errors }: Options,
  fit: LinearModel,
  { untested }: Terms,
  exact: readonly number[],
): Assumption[] {
  const certain = fit.coefficients.filter(({ error }) => error === 0).map(({ name }) => name);
  const without = [...(fit.f === null && fit.f_df[0] > 0 ? ['the whole model'] : []), ...untested];
  if (errors === 'classical' || certain.length + without.length === 0) return [];
  const said = errors.toUpperCase();
  const rows =
    exact.length === 0
      ? ''
      : `The model fits ${sayRows(exact)} exactly, from which ${said} errors learn nothing. `;
  const tests =
    without.length === 0
      ? ''
      : `The covariance of the coefficients is singular, so the Wald F of ${without.join(', ')} is not defined. `;
  const none =
    certain.length === 0
      ? ''
      : `The error of ${certain.join(', ')} comes out as 0, so ${certain.length === 1 ? 'it has' : 'they have'} no t, p or interval. `;
  return [
    {
      name: 'errors that allow every test',
      verdict: 'doubtful',
      said: `${rows}${tests}${none}Join such groups with others, or use errors 'classical' where variances are equal.`,
    },
  ];
}

interface Terms {
  readonly variant: string;
  readonly tables: readonly ResultTable[];
  /** What clearly explains, with how much or how surely. */
  readonly lead: readonly string[];
  /** How the whole model was tested, before its p. */
  readonly test: string;
  /** Terms that have coefficients, but no test with these errors. */
  readonly untested: readonly string[];
}

/** Tests of the terms with the errors that were asked for: by sums of squares, or by Wald's F where variances may differ. */
function termsOf(
  { errors, sums_of_squares: type }: Options,
  model: ModelRows,
  design: Design,
  response: Float64Array,
  fit: LinearModel,
): Terms {
  const clear = (p: number | null): boolean => p !== null && p < significant;
  if (errors === 'classical') {
    const lines =
      type === 3
        ? typeThree(modelDesign(model, 'sum'), response, model.weights, fit)
        : fit.anova(type);
    return {
      variant: `sums of squares of type ${'I'.repeat(type)}`,
      test: '',
      untested: [],
      lead: lines
        .filter(({ p }) => clear(p))
        .map(
          ({ term, partial_eta_squared: share }) => `${term} (${percent(share)} of what is left)`,
        ),
      tables:
        lines.length === 0
          ? []
          : [
              {
                title: 'Terms',
                columns: ['term', 'sum of squares', 'df', 'F', 'p', 'partial η²'],
                rows: [
                  ...lines.map(({ term, ss, df, f, p, partial_eta_squared: share }) => [
                    term,
                    ss,
                    df,
                    f,
                    p,
                    share,
                  ]),
                  ['residuals', fit.rss, fit.df, null, null, null],
                ],
              },
            ],
    };
  }
  const said = errors.toUpperCase();
  const sums = type === 3 ? modelDesign(model, 'sum') : null;
  const lines =
    sums === null
      ? waldTerms(design, fit, type)
      : waldTerms(
          sums,
          linearModel(sums, response, { weights: model.weights, level: 0.95, covariance: errors }),
          3,
        );
  return {
    variant: `Wald tests of type ${'I'.repeat(type)} with ${said} errors`,
    test: `Wald test with ${said} errors, `,
    untested: lines.filter(({ df, f }) => df > 0 && f === null).map(({ term }) => term),
    lead: lines.filter(({ p }) => clear(p)).map(({ term, p }) => `${term} (p ${pText(p ?? NaN)})`),
    tables:
      lines.length === 0
        ? []
        : [
            {
              title: 'Terms',
              columns: ['term', 'df', `F (Wald, ${said})`, `p (${said})`],
              rows: [
                ...lines.map(({ term, df, f, p }) => [term, df, f, p]),
                ['residuals', fit.df, null, null],
              ],
            },
          ],
  };
}

/** Estimate, interval of the mean and interval of a single value, at one line of a design; none of the mean where robust errors know of no error of its coefficients. */
export function predict(
  fit: LinearModel,
  row: readonly number[],
  level: number,
): {
  value: number;
  low: number | null;
  high: number | null;
  single_low: number;
  single_high: number;
} {
  const used = fit.coefficients.flatMap(({ estimate }, k) => (estimate === null ? [] : [k]));
  const value = used.reduce(
    (sum, k) => sum + (fit.coefficients[k]?.estimate ?? 0) * (row[k] ?? 0),
    0,
  );
  const variance = fit.varianceAt(row);
  const quantile = studentTQuantile((1 + level) / 2, fit.df);
  const [mean, single] = [
    quantile * Math.sqrt(variance),
    quantile * Math.sqrt(variance + fit.sigma ** 2),
  ];
  const isUnknown = variance === 0 && row.some((entry) => entry !== 0);
  return {
    value,
    low: isUnknown ? null : value - mean,
    high: isUnknown ? null : value + mean,
    single_low: value - single,
    single_high: value + single,
  };
}

/** Coefficients in units of standard deviations, which have the weights of the model; of the intercept there is none. */
function standardized(
  design: Design,
  fit: LinearModel,
  response: Float64Array,
  weights: Float64Array | null,
): (number | null)[] {
  const deviation = (values: Float64Array): number =>
    weights === null ? spreadOf(values) : (weightedFigures(values, weights).sd ?? NaN);
  const spread = deviation(response);
  return fit.coefficients.map(({ estimate, term }, k) => {
    const column = design.columns[k];
    return estimate === null ||
      column === undefined ||
      (design.terms[term]?.factors.length ?? 0) === 0
      ? null
      : (estimate * deviation(column.values)) / spread;
  });
}

function inflation(design: Design, fit: LinearModel): ResultTable[] {
  const found = varianceInflation(design, fit.inverse);
  if (found.length < 2) return [];
  return [
    {
      title: 'How much terms overlap',
      columns: ['term', 'generalized VIF', 'df', 'GVIF^(1/(2 df))'],
      rows: found.map(({ term, gvif, df }) => [
        term,
        ...(Number.isFinite(gvif) ? [gvif, df, gvif ** (1 / (2 * df))] : [null, df, null]),
      ]),
    },
  ];
}

const valueOf = (column: ModelRows['response'], i: number): number | null =>
  column.kind === 'number' ? (column.values[i] ?? null) : null;

/** Rows that a coefficient follows from come first: their distance is not defined, and no other row has more influence. */
function influential(
  { rows, response }: ModelRows,
  name: string,
  fit: LinearModel,
  distances: Float64Array,
): ResultTable {
  const size = (i: number): number => {
    const distance = distances[i] ?? 0;
    return Number.isNaN(distance) ? Infinity : distance;
  };
  const places = Array.from(distances, (_, i) => i)
    .toSorted((a, b) => (size(a) === size(b) ? a - b : size(b) - size(a)))
    .slice(0, influentialShown);
  return {
    title: 'Rows of most influence',
    columns: ['row', name, 'fitted', 'residual', 'leverage', 'Cook’s distance'],
    rows: places.map((i) => [
      (rows[i] ?? 0) + 1,
      valueOf(response, i),
      fit.fitted[i] ?? null,
      fit.residuals[i] ?? null,
      fit.leverages[i] ?? null,
      Number.isNaN(distances[i]) ? null : (distances[i] ?? null),
    ]),
    single_rows: true,
  };
}

const residualsPicture = (
  fit: LinearModel,
  distances: Float64Array,
): NonNullable<TestResult['picture']> =>
  pointsOf(
    ['fitted', 'residual'],
    [fit.fitted, fit.residuals],
    Array.from(distances, (_, i) => i).filter((i) => !((distances[i] ?? 0) <= 4 / fit.n)),
  );

function assumptionsOf(
  design: Design,
  fit: LinearModel,
  distances: Float64Array,
  decisive: readonly number[],
): Assumption[] {
  const { statistic, p } = breuschPagan(design, fit.residuals);
  const dw = durbinWatson(fit.residuals);
  const normal = fit.n >= 3 && fit.n <= shapiroAtMost ? shapiroWilk(fit.residuals) : null;
  const far = distances.reduce((n, value) => n + (value > 1 ? 1 : 0), 0);
  return [
    {
      name: 'equal variances of the residuals',
      verdict: p < significant ? 'doubtful' : 'holds',
      said: `Breusch–Pagan (studentized): χ² = ${twoPlaces(statistic)}, p ${pText(p)}.`,
    },
    ...(normal === null
      ? []
      : [
          {
            name: 'normal residuals',
            verdict:
              normal.p < significant && fit.n < 200 ? ('doubtful' as const) : ('holds' as const),
            said: `Shapiro–Wilk: W = ${twoPlaces(normal.w)}, p ${pText(normal.p)}.${fit.n >= 200 ? ' With this many rows estimates do not depend on it.' : ''}`,
          },
        ]),
    {
      name: 'residuals independent in the order of the rows',
      verdict: dw < 1.5 || dw > 2.5 ? 'doubtful' : 'holds',
      said: `Durbin–Watson: ${twoPlaces(dw)}, 2 where neighbours do not depend on each other.`,
    },
    {
      name: 'no row decides alone',
      verdict: far + decisive.length > 0 ? 'doubtful' : 'holds',
      said: [
        ...(decisive.length > 0
          ? [
              `A coefficient follows from one row alone: ${sayRows(decisive)} ${decisive.length === 1 ? 'has' : 'have'} a leverage of 1.`,
            ]
          : []),
        ...(far > 0
          ? [`${far === 1 ? 'One row has' : `${far} rows have`} a Cook’s distance above 1.`]
          : decisive.length > 0
            ? []
            : ['No Cook’s distance is above 1.']),
      ].join(' '),
    },
  ];
}
