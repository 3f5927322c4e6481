import { sayVariable, type Formula, type Variable } from '@columnist/contract';
import { baseOf, type ModelColumn } from './model-column.ts';
import type { ModelRows } from './read-model.ts';

/** From this condition of its powers beside the intercept, programs lose digits of a column. */
const lostFrom = 1e8;

/**
 * What emitted code takes from columns that are far from 0, by their keys. `lm`, `glm`, `sandwich`
 * and statsmodels decompose the columns as they are: there a column of 10⁹ and a little is the
 * intercept over again. Where every lower term is in the formula, the model stays the same.
 */
export function shiftsOf({ formula, columns }: ModelRows): ReadonlyMap<string, number> {
  const explaining = [...columns].slice(1);
  return new Map(
    explaining.flatMap(([key, column]) =>
      isFar(column, degreeOf(formula, key)) && staysTheSame(formula, key)
        ? [[key, shortIn(column)] as const]
        : [],
    ),
  );
}

/** From here on a response keeps less than ten digits of its differences in other programs. */
const farFrom = 1e5;

/**
 * What emitted code of least squares takes from a response far from 0, where an intercept takes it
 * up; 0 where it takes nothing.
 */
export function shiftOfResponse({ formula, response }: ModelRows): number {
  if (!formula.intercept || response.kind !== 'number') return 0;
  const { centre, range } = response;
  return range > 0 && farFrom * range < Math.abs(centre) ? shortIn(response) : 0;
}

/** Whether a column is in the formula as it is alone, without powers and products. */
export const isAlone = (formula: Formula, key: string): boolean =>
  formula.terms.every(
    (term) =>
      !term.some((one) => baseOf(one) === key) || (term.length === 1 && term[0]?.power === 1),
  );

type Numbers = Extract<ModelColumn, { kind: 'number' }>;

function isFar(column: ModelColumn, degree: number): column is Numbers {
  if (column.kind !== 'number') return false;
  const { centre, range } = column;
  return range > 0 && range < Math.abs(centre) && ((1 + centre ** 2) / range) ** degree > lostFrom;
}

const degreeOf = ({ terms }: Formula, key: string): number =>
  Math.max(0, ...terms.flat().map((one) => (baseOf(one) === key ? one.power : 0)));

/** Whether (x − c) spans what x does: with each term there is the one of a power less. */
function staysTheSame({ intercept, terms }: Formula, key: string): boolean {
  const named = new Set(terms.map(nameOf));
  return terms.every((term) =>
    term.every((variable, i) => {
      if (baseOf(variable) !== key) return true;
      const { power } = variable;
      const lower = term.with(i, { ...variable, power: power - 1 }).filter((one) => one.power > 0);
      return lower.length === 0 ? intercept : named.has(nameOf(lower));
    }),
  );
}

const nameOf = (term: readonly Variable[]): string => term.map(sayVariable).toSorted().join(':');

/** A number of few digits within the range. */
function shortIn({ centre, range }: Numbers): number {
  for (let digits = 1; digits < 17; digits++) {
    const short = Number(centre.toPrecision(digits));
    if (Math.abs(short - centre) <= range / 2) return short;
  }
  return centre;
}
