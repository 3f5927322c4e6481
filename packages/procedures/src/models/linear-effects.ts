import type { TestResult } from '@columnist/contract';
import type { Coefficient, Interval, LinearModel } from '@columnist/statistics';
import { shownOf } from '../shown-of.ts';
import { sayInterval } from '../verdict.ts';
import { withError } from '../words.ts';
import { baseOf, responseName } from './model-column.ts';
import type { ModelRows } from './read-model.ts';

/** Of more terms a sentence would be a table. */
const termsSaid = 3;

/** Whether every coefficient is a difference of the response itself: no powers, no products, no logarithms. */
export const isOfDifferences = ({ formula }: Pick<ModelRows, 'formula'>): boolean =>
  formula.intercept &&
  formula.terms.length <= termsSaid &&
  [[formula.response], ...formula.terms].every(
    ([variable, ...more]) =>
      more.length === 0 && variable?.transform === null && variable.power === 1,
  );

/**
 * How much higher or lower the response is, for each one more of a number or in the other of two
 * groups, in its own units; null where that is no single figure.
 */
export function sayDifference(term: string, model: ModelRows, fit: LinearModel): string | null {
  const column = [...model.columns.values()].find(({ variable }) => baseOf(variable) === term);
  const [from, to, ...more] = column?.kind === 'levels' ? column.levels : [];
  if (column === undefined || !isOfDifferences(model) || more.length > 0) return null;
  const found = fit.coefficients.find(({ name }) =>
    column.kind === 'number' ? name === term : name.startsWith(`${term}[`),
  );
  if (found === undefined) return null;
  const { estimate, error, interval } = found;
  if (estimate === null || error === null || interval === null) return null;
  const write = withError(error);
  const over =
    column.kind === 'number'
      ? `for each 1 more of ${column.variable.column}`
      : `for ${to ?? ''} than for ${from ?? ''}`;
  return `${responseName(model.response)} is ${write(Math.abs(estimate))} ${estimate < 0 ? 'lower' : 'higher'} ${over}, ${sayInterval(upwards(interval, estimate < 0), write)}`;
}

const upwards = ({ level, low, high }: Interval, isLower: boolean): Interval =>
  isLower ? { level, low: -high, high: -low } : { level, low, high };

const coefficientsDrawn = 40;

/** The coefficients beside the intercept with their intervals; null where none has one. */
export function coefficientsPicture(
  coefficients: readonly Coefficient[],
  explained: string,
): TestResult['picture'] {
  const items = coefficients.flatMap(({ name, estimate, interval }) =>
    name === '(Intercept)' || estimate === null || interval === null
      ? []
      : [{ name, value: estimate, low: interval.low, high: interval.high, expected: 0 }],
  );
  const shown = items.slice(0, coefficientsDrawn);
  return shown.length === 0
    ? null
    : {
        kind: 'intervals',
        x_name: shownOf(`coefficient, in ${explained}`, { shown: shown.length, of: items.length }),
        items: shown,
      };
}
