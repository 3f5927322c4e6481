import { chiSquareSurvival } from '../distributions/chi-square.ts';
import { powerOfTwoNear } from '../numerics/power-of-two.ts';
import { total } from '../numerics/total.ts';
import { productsOf } from './cross-products.ts';
import type { Design } from './design.ts';
import type { Explained } from './explained.ts';
import { leastSquares } from './least-squares.ts';
import type { LinearModel } from './linear-model.ts';
import { isDecisive } from './robust-errors.ts';

/**
 * Whether the spread of the residuals depends on the predictors: Koenker's studentized
 * Breusch–Pagan test. R: lmtest::bptest().
 */
export function breuschPagan(
  design: Design,
  residuals: Float64Array,
): { statistic: number; df: number; p: number } {
  // In units of the largest, whose fourth power would leave the range of a double.
  const unit = powerOfTwoNear(largest(residuals));
  const squares = residuals.map((value) => (value / unit) ** 2);
  const products = productsOf(design, { values: squares, rest: null }, null);
  const { sequential, residual, rank } = leastSquares(
    products,
    design.columns.map((_, k) => k),
    design.columns.length,
  );
  const explained = sequential
    .slice(design.intercept ? 1 : 0)
    .reduce((sum, value) => sum + value, 0);
  const total = explained + residual;
  // Of squares that are all alike there is nothing to explain.
  const statistic = total === 0 ? 0 : (design.rows * explained) / total;
  const df = rank - (design.intercept ? 1 : 0);
  return { statistic, df, p: chiSquareSurvival(statistic, df) };
}

/**
 * Whether residuals depend on the one before: about 2 where they do not. R:
 * lmtest::dwtest()$statistic.
 */
export function durbinWatson(residuals: Float64Array): number {
  const n = residuals.length;
  return (
    total(n - 1, (i) => ((residuals[i + 1] ?? 0) - (residuals[i] ?? 0)) ** 2) /
    total(n, (i) => (residuals[i] ?? 0) ** 2)
  );
}

/**
 * Rows that the model must fit exactly, whatever their response. HC2 and HC3 divide by 1 less the
 * leverage and are not defined; HC0 and HC1 know nothing of what rests on them.
 */
export const decisiveRows = ({ leverages }: LinearModel): number[] =>
  Array.from(leverages, (_, i) => i).filter((i) => isDecisive(leverages[i] ?? 0));

const largest = (values: Float64Array): number =>
  values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

/** Of the squares of a response; what its residuals have less of is rounding of its values. */
const roundingOfSquares = 1e-29;
/** The shortest text of a double, as programs write one that they computed, has up to 17 digits. */
const digitsOfDoubles = 1e17;
/** Digits that many programs write of a double. */
const shortDigits = 15;
/** Units of the last digit by which decimals may be off that were computed from rounded ones. */
const lastDigits = 3;

/**
 * Whether residuals are but the rounding of the response: of 15 digits, as many programs write it.
 * Whole numbers are not rounded, and decimals of more digits no more than their last one (`unit`;
 * null of numbers that are no decimals) or their double. R: summary.lm() warns of an essentially
 * perfect fit below 1e-30.
 */
export function fitsExactly(
  { residuals }: Pick<LinearModel, 'residuals'>,
  response: Explained,
  weights: Float64Array | null,
  unit: number | null,
): boolean {
  const values = response.values.map((value) => response.origin + value);
  const most = largest(values);
  const scale = powerOfTwoNear(most);
  const squares = (of: (i: number) => number): number =>
    total(values.length, (i) => (weights?.[i] ?? 1) * (of(i) / scale) ** 2);
  const left = squares((i) => residuals[i] ?? NaN);
  if (left <= roundingOfSquares * squares((i) => response.values[i] ?? NaN)) return true;
  // Adding the origin again may change the last bit.
  const isShort =
    unit !== 1 &&
    values.every(
      (value) =>
        Math.abs(Number(value.toPrecision(shortDigits)) - value) <=
        2 * Number.EPSILON * Math.abs(value),
    );
  if (left > roundingOfSquares * squares((i) => values[i] ?? NaN)) return false;
  if (unit === null || isShort) return true;
  const rounding =
    unit === 1
      ? 0
      : Math.max(lastDigits * unit, most < digitsOfDoubles * unit ? Number.EPSILON * most : 0);
  return left <= squares(() => rounding);
}

/** Cook's distances; NaN of rows with a leverage of 1, which have none. R: cooks.distance(). */
export function cooksDistances(
  { residuals, leverages, sigma, coefficients }: LinearModel,
  weights: Float64Array | null,
): Float64Array {
  const rank = coefficients.filter(({ estimate }) => estimate !== null).length;
  return residuals.map((value, i) => {
    const h = leverages[i] ?? 0;
    if (isDecisive(h)) return NaN;
    return ((weights?.[i] ?? 1) * value * value * h) / (rank * sigma * sigma * (1 - h) ** 2);
  });
}
