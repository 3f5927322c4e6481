import type { ResultTable, TestResult } from '@columnist/contract';
import {
  namedDistances,
  spreadOf,
  studentTQuantile,
  weightedFigures,
  type Design,
  type Inflation,
  type LinearModel,
} from '@columnist/statistics';
import { pointsOf } from '../pictures.ts';
import type { ModelRows } from './read-model.ts';

const influentialShown = 10;

/**
 * Estimate, interval of the mean and interval of a single value, at one line of a design; none of
 * the mean where robust errors know of no error of its coefficients.
 */
export function predict(
  fit: LinearModel,
  row: readonly number[],
  level: number,
): {
  value: number;
  low: number | null;
  high: number | null;
  single_low: number | null;
  single_high: number | null;
} {
  const value = fit.meanAt(row);
  const variance = fit.varianceAt(row);
  const quantile = -studentTQuantile((1 - level) / 2, fit.df);
  const [mean, single] = [
    quantile * Math.sqrt(variance),
    quantile * Math.sqrt(variance + fit.sigma ** 2),
  ];
  const isUnknown = Number.isNaN(variance) || (variance === 0 && row.some((entry) => entry !== 0));
  return {
    value,
    low: isUnknown ? null : value - mean,
    high: isUnknown ? null : value + mean,
    single_low: Number.isNaN(single) ? null : value - single,
    single_high: Number.isNaN(single) ? null : value + single,
  };
}

/**
 * Coefficients in units of standard deviations, which have the weights of the model; of the
 * intercept there is none.
 */
export function standardized(
  design: Design,
  fit: LinearModel,
  response: Float64Array,
  weights: Float64Array | null,
): (number | null)[] {
  const deviation = (values: Float64Array): number =>
    weights === null ? spreadOf(values) : (weightedFigures(values, weights).sd ?? NaN);
  const spread = deviation(response);
  return fit.coefficients.map(({ estimate, term }, k) => {
    return estimate === null || (design.terms[term]?.factors.length ?? 0) === 0
      ? null
      : (estimate * deviation(namedDistances(design, k))) / spread;
  });
}

/** How much the errors of terms grow because terms overlap; nothing for a single one. */
export function inflation(found: readonly Inflation[]): ResultTable[] {
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

/**
 * Rows that a coefficient follows from come first: their distance is not defined, and no other row
 * has more influence.
 */
export function influential(
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

/** Residuals against fitted values, with the rows of much influence marked. */
export const residualsPicture = (
  fit: LinearModel,
  distances: Float64Array,
  residual: string,
): NonNullable<TestResult['picture']> =>
  pointsOf(
    ['fitted', residual],
    [fit.fitted, fit.pearson],
    Array.from(distances, (_, i) => i).filter((i) => !((distances[i] ?? 0) <= 4 / fit.n)),
  );
