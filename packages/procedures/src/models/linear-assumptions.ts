import { pText, type ResultTable } from '@columnist/contract';
import {
  breuschPagan,
  durbinWatson,
  shapiroWilk,
  type Design,
  type Inflation,
  type LinearModel,
} from '@columnist/statistics';
import { unfit, type Assumption } from '../finding.ts';
import { normalResiduals, testsNormality } from '../normal-residuals.ts';
import { doubtBelow, short, twoPlaces } from '../words.ts';
import type { LinearOptions, Terms } from './linear-terms.ts';

const rowsNamed = 5;
const sayRows = (rows: readonly number[]): string =>
  `${rows.length === 1 ? 'row' : 'rows'} ${rows.slice(0, rowsNamed).join(', ')}${rows.length > rowsNamed ? ` and ${rows.length - rowsNamed} more` : ''}`;

/** Throws invalid_input where the squares of the residuals are no doubles. */
export function requireFiniteErrors(fit: LinearModel): void {
  if (!(fit.rss > 0) || !Number.isFinite(fit.sigma))
    throw unfit(
      'These values are too large or too small for least squares.',
      'formula',
      'Scale the response with a view, such as y / 1e100 or y * 1e100.',
    );
}

/** What to do about rows that the model must fit exactly, where errors are to be robust. */
const withoutDecisive =
  'Join the group that a row is alone in with another, leave such rows out with a view, or use ' +
  "errors 'classical' where variances are equal.";

/**
 * HC2 and HC3 divide by 1 less the leverage, which is 0 for rows that the model must fit exactly.
 */
export function requireErrors({ errors }: LinearOptions, decisive: readonly number[]): void {
  if (decisive.length === 0 || (errors !== 'hc2' && errors !== 'hc3')) return;
  const [has, fits] = decisive.length === 1 ? ['has', 'it'] : ['have', 'them'];
  throw unfit(
    `${errors.toUpperCase()} errors are not defined: ${sayRows(decisive)} ${has} a leverage of 1, so the model fits ${fits} exactly whatever the response.`,
    'errors',
    withoutDecisive,
  );
}

/**
 * What robust errors leave without a test, and why: rows that are fitted exactly tell nothing of
 * the errors, so that too few may be left for all that is to be tested together. Where the model
 * must fit a row exactly, the error of what rests on it is not known.
 */
export function undefinedTests(
  { errors }: LinearOptions,
  fit: LinearModel,
  { untested }: Terms,
  exact: readonly number[],
  decisive: readonly number[],
): Assumption[] {
  const certain = fit.coefficients.filter(({ error }) => error === 0).map(({ name }) => name);
  const unknown = fit.coefficients
    .filter(({ error, estimate }) => error === null && estimate !== null)
    .map(({ name }) => name);
  const without = [...(fit.f === null && fit.f_df[0] > 0 ? ['the whole model'] : []), ...untested];
  if (errors === 'classical' || certain.length + unknown.length + without.length === 0) return [];
  const said = errors.toUpperCase();
  const rows =
    exact.length === 0
      ? ''
      : `The model fits ${sayRows(exact)} exactly, from which ${said} errors learn nothing. `;
  const tests =
    without.length === 0
      ? ''
      : `The covariance of the coefficients is ${decisive.length === 0 ? 'singular' : 'not known'}, so the Wald F of ${without.join(', ')} is not defined. `;
  const none =
    certain.length === 0
      ? ''
      : `The error of ${certain.join(', ')} comes out as 0, so ${certain.length === 1 ? 'it has' : 'they have'} no t, p or interval. `;
  const blind =
    unknown.length === 0
      ? ''
      : `Nothing is known of the error of ${unknown.join(', ')}, so ${unknown.length === 1 ? 'it has' : 'they have'} no standard error, t, p or interval. `;
  return [
    {
      name: 'errors that allow every test',
      verdict: 'doubtful',
      said: `${rows}${tests}${blind}${none}${decisive.length === 0 ? "Join such groups with others, or use errors 'classical' where variances are equal." : withoutDecisive}`,
    },
  ];
}

/** From here on a term's error is more than three times what it would be by itself. */
const muchInflation = 10;
/** Doubles lose half their digits and more to columns that are so nearly combinations. */
const nearlyCombined = 1e14;

/**
 * Terms that go together so closely that their coefficients can hardly be distinguished. A term that
 * shares a column with another, as x and its square do, overlaps with it by construction.
 */
export function overlap(
  { terms }: Design,
  { inflation, conditionNumber }: LinearModel,
  found: readonly Inflation[],
): Assumption[] {
  const partsOf = (name: string): string[] =>
    (terms.find((term) => term.name === name)?.factors ?? []).map((factor) =>
      factor.replace(/^I\((.*)\^\d+\)$/, '$1'),
    );
  const close = found.filter(
    ({ term, gvif, df }) =>
      !(gvif ** (1 / df) < muchInflation) &&
      !found.some(
        (other) =>
          other.term !== term && partsOf(other.term).some((part) => partsOf(term).includes(part)),
      ),
  );
  const isNear = inflation > nearlyCombined;
  if (close.length === 0 && !isNear) return [];
  return [
    {
      name: 'terms that can be distinguished',
      verdict: 'doubtful',
      said: [
        ...(close.length === 0
          ? []
          : [
              `Generalized VIF: ${close.map(({ term, gvif }) => `${term} ${short(gvif)}`).join(', ')}. Their coefficients depend on small changes of the data; their sum may still predict well.`,
            ]),
        ...(isNear
          ? [
              `The columns of the formula are nearly combinations of each other: the condition number of columns of equal length is ${short(conditionNumber())}, so that the last digits of the values decide.`,
            ]
          : []),
      ].join(' '),
    },
  ];
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/**
 * The statistics of the checks of residuals. They lean on single rows: a credential that may not
 * read these is given no checks.
 */
export function checksOf(design: Design, { pearson }: LinearModel): ResultTable {
  const { statistic, df, p } = breuschPagan(design, pearson);
  const normal = testsNormality(pearson) ? [shapiroWilk(pearson)] : [];
  return {
    title: 'Checks of the residuals',
    columns: ['check', 'statistic', 'value', 'df', 'p'],
    rows: [
      ['Breusch–Pagan, studentized', 'χ²', finite(statistic), df, finite(p)],
      ...normal.map((one) => ['Shapiro–Wilk', 'W', one.w, null, one.p]),
      ['Durbin–Watson', 'd', finite(durbinWatson(pearson)), null, null],
    ],
    single_rows: true,
  };
}

/** What least squares take for granted, of a weighted model by its Pearson residuals. */
export function assumptionsOf(
  design: Design,
  fit: LinearModel,
  distances: Float64Array,
  decisive: readonly number[],
): Assumption[] {
  const { statistic, p } = breuschPagan(design, fit.pearson);
  const dw = durbinWatson(fit.pearson);
  const far = distances.reduce((n, value) => n + (value > 1 ? 1 : 0), 0);
  return [
    {
      name: 'equal variances of the residuals',
      verdict: p < doubtBelow ? 'doubtful' : 'nothing_against',
      said: `${p < doubtBelow ? 'Variances differ' : 'No difference of variances was found'}: Breusch–Pagan (studentized) χ² = ${twoPlaces(statistic)}, p ${pText(p)}.${p < doubtBelow && decisive.length > 0 ? ` Errors that do without equal variances need ${sayRows(decisive)} joined with another group, or left out with a view.` : ''}`,
    },
    ...normalResiduals(fit.pearson),
    {
      name: 'residuals independent in the order of the rows',
      verdict: dw < 1.5 || dw > 2.5 ? 'doubtful' : 'nothing_against',
      said: `Durbin–Watson: ${twoPlaces(dw)}, near 2 where neighbours do not depend on each other.`,
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
