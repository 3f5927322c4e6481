import type { LinearModel } from '@columnist/statistics';
import { measured, unfit, withinOne, type Finding } from '../finding.ts';
import type { LeftOut } from './left-out.ts';
import type { LinearOptions } from './linear-terms.ts';
import type { ModelRows } from './read-model.ts';
import { coefficientsTable, fitPicture, predictionsOf, type Prediction } from './model-tables.ts';

/** What a finding says of a model whatever is left of its response. */
type OfModel = Pick<Finding, 'name' | 'variant' | 'code'>;

const nothingLeft = 'The model fits every row exactly: nothing is left to estimate its error from.';
const whatToDo = 'Look whether the response is computed from what explains it.';

/** Throws invalid_input where an option needs an error, which an exact fit has none of. */
function refuseWhatNeedsErrors({ means, folds, test_share: share }: LinearOptions): void {
  if (means === undefined && folds === undefined && share === undefined) return;
  const [field, what] =
    means === undefined
      ? [folds === undefined ? 'test_share' : 'folds', 'error of predictions']
      : ['means', 'interval of means'];
  throw unfit(`${nothingLeft} There is no ${what}.`, field, `Leave '${field}' out. ${whatToDo}`);
}

/**
 * A linear model whose residuals are but the rounding of the response: its coefficients, with errors
 * of 0 and without tests. R gives such errors as they are rounded, and warns of “essentially perfect
 * fit: summary may be unreliable”; NIST certifies 0 (Wampler1, Wampler2).
 */
export function exactFit(
  input: LinearOptions,
  model: ModelRows,
  fit: LinearModel,
  {
    standardized,
    leftOut,
    said,
    total,
    squared,
    ...finding
  }: OfModel & {
    readonly standardized: readonly (number | null)[];
    readonly leftOut: LeftOut;
    /** The formula, what it explains, and the name of R². */
    readonly said: string;
    readonly total: string;
    readonly squared: string;
  },
): Finding {
  refuseWhatNeedsErrors(input);
  const predict = (row: readonly number[]): Prediction => ({
    value: fit.meanAt(row),
    low: null,
    high: null,
  });
  const coefficients = fit.coefficients.map((one) => ({
    ...one,
    error: one.estimate === null ? null : 0,
    interval: null,
    t: null,
    p: null,
  }));
  return {
    ...finding,
    statistic: null,
    p: null,
    hypotheses: null,
    effects: [withinOne(squared, 1), measured('residual standard deviation', 0)],
    tables: [
      coefficientsTable(coefficients, 't', standardized),
      ...predictionsOf(input, model, predict),
    ],
    picture: fitPicture(model, predict),
    assumptions: [
      ...leftOut.notes,
      {
        name: 'an error to test against',
        verdict: 'doubtful',
        said: `${nothingLeft} Coefficients have no t, p or interval, and predictions none. ${whatToDo}`,
      },
    ],
    sentence: `The formula ${said} explains all of ${total}: it fits every row exactly.${leftOut.said}`,
  };
}
