import { AppError, namedIn, nearestNames, sayVariable, type Variable } from '@columnist/contract';
import { designOf, type Contrasts, type Design, type Factor } from '@columnist/statistics';
import { unfit } from '../finding.ts';
import { truthOf } from '../read-counts.ts';
import type { ModelRows } from './read-model.ts';
import { baseOf, responseName, transforms, type ModelColumn } from './model-column.ts';

const mostColumns = 400;
const mostProducts = 2_000_000_000;

/**
 * The design of the right side, over all rows or some of them. Throws invalid_input where a group
 * has one level.
 */
export function modelDesign(model: ModelRows, contrasts: Contrasts, places?: Uint32Array): Design {
  const { formula, columns, used } = model;
  // Powers need a centre, and a number by itself where it is far from 0: the sum of its term and
  // the intercept is then a small difference of large numbers.
  const isCentred = formula.terms.some(
    (term) =>
      term.reduce((sum, variable) => sum + powerIn(columns, variable), 0) > 1 ||
      term.some((variable) => isFar(columns.get(baseOf(variable)))),
  );
  requireSquares(model);
  const factors = formula.terms.map((term) =>
    term.map((variable) => factorOf(columns, variable, { places, isCentred })),
  );
  const rows = places?.length ?? used;
  const width = factors.reduce(
    (sum, term) =>
      sum +
      term.reduce(
        (product, factor) => product * (factor.kind === 'levels' ? factor.levels.length : 1),
        1,
      ),
    1,
  );
  if (width > mostColumns || rows * width ** 2 > mostProducts)
    throw new AppError(
      'too_complex',
      `The formula makes up to ${width} columns over ${rows} rows.`,
      {
        fix: 'Leave out interactions of columns with many groups, join rare groups, or sample rows with a view.',
      },
    );
  return designOf(factors, { rows, intercept: formula.intercept, contrasts });
}

/** Exponents between which sums of squares and their digits are in the range of a double. */
const [least, greatest] = [-920, 1000];

/**
 * Throws invalid_input where the squares of an entry or of the response leave the range of a double:
 * sums of them would be infinite, or without digits.
 */
function requireSquares({ formula, columns, response, weights }: ModelRows): void {
  const heaviest = weights?.reduce((most, weight) => Math.max(most, weight), 0) ?? 1;
  const exponentOf = (column: ModelColumn | undefined): number =>
    column?.kind === 'number' && (column.range > 0 || column.centre !== 0)
      ? Math.log2(Math.abs(column.centre) + column.range / 2)
      : 0;
  const refuse = (name: string, exponent: number): void => {
    const square = 2 * exponent + Math.log2(heaviest);
    if (square < least || square > greatest)
      throw unfit(
        `The values of ${name} are too large or too small for least squares.`,
        'formula',
        'Scale the column with a view, such as y / 1e100 or y * 1e100.',
      );
  };
  refuse(responseName(response), exponentOf(response));
  for (const term of formula.terms)
    refuse(
      term.map(sayVariable).join(':'),
      term.reduce((sum, one) => sum + one.power * exponentOf(columns.get(baseOf(one))), 0),
    );
}

/** Times its centre that a number may range and be far from 0 still. */
const farFrom = 1e-3;

/** Whether a column of numbers is far from 0 for its range. */
function isFar(column: ModelColumn | undefined): boolean {
  if (column?.kind !== 'number') return false;
  return column.range < farFrom * Math.abs(column.centre);
}

/** What a variable adds to the degree of its term: nothing where it holds groups. */
const powerIn = (columns: ModelRows['columns'], variable: Variable): number =>
  columns.get(baseOf(variable))?.kind === 'number' ? variable.power : 0;

function factorOf(
  columns: ModelRows['columns'],
  variable: Variable,
  { places, isCentred }: { readonly places: Uint32Array | undefined; readonly isCentred: boolean },
): Factor {
  const column = columns.get(baseOf(variable));
  if (column === undefined) throw new Error('A model has read its variables.');
  const name = baseOf(variable);
  if (column.kind === 'number')
    return {
      kind: 'number',
      name,
      values:
        places === undefined
          ? column.values
          : Float64Array.from(places, (row) => column.values[row] ?? NaN),
      rest:
        places === undefined || column.rest === null
          ? column.rest
          : Float64Array.from(places, (row) => column.rest?.[row] ?? 0),
      power: variable.power,
      ...(isCentred ? { centre: column.centre } : {}),
    };
  if (variable.power !== 1)
    throw new AppError(
      'wrong_column_type',
      `'${variable.column}' holds groups; a power needs numbers.`,
      { column: variable.column, fix: 'Name a number column.' },
    );
  if (column.levels.length < 2)
    throw unfit(
      `'${variable.column}' has one value in these rows: it explains nothing.`,
      'formula',
      'Leave it out, or choose another view.',
    );
  return {
    kind: 'levels',
    name,
    codes: places === undefined ? column.codes : places.map((row) => column.codes[row] ?? 0),
    levels: column.levels,
  };
}

/**
 * The design of values that are given, one line each. Throws invalid_input where a value lacks or
 * is unknown.
 */
export function givenDesign(
  model: ModelRows,
  given: readonly Readonly<Record<string, string | number | boolean>>[],
): Design {
  const columns = new Map(
    [...model.columns].map(([key, column]): [string, ModelColumn] => {
      const read = given.map((line, i): number => {
        if (column === model.response) return 0;
        const value = namedIn(line, column.variable.column);
        const field = `predict.${i}`;
        if (value === undefined)
          throw new AppError(
            'invalid_input',
            `Line ${i + 1} of the predictions lacks '${column.variable.column}'.`,
            { errors: [{ field, message: 'Give a value for every column that explains.' }] },
          );
        if (column.kind === 'number') {
          const number = Number(value);
          const placed =
            column.variable.transform === null || column.variable.transform === 'factor'
              ? number
              : transforms[column.variable.transform](number);
          if (typeof value !== 'number' || !Number.isFinite(placed))
            throw new AppError(
              'invalid_input',
              `'${String(value).slice(0, 100)}' is no number that '${key}' takes.`,
              { errors: [{ field, message: 'Give a number.' }] },
            );
          return placed;
        }
        const code = column.levels.indexOf(
          column.type === 'boolean' ? truthOf(String(value)) : String(value),
        );
        if (code < 0)
          throw new AppError(
            'invalid_input',
            `'${column.variable.column}' has no value '${String(value).slice(0, 100)}' in these rows.`,
            {
              errors: [{ field, message: 'Give one of its values.' }],
              suggestions: nearestNames(String(value), column.levels),
            },
          );
        return code;
      });
      return [
        key,
        column.kind === 'number'
          ? { ...column, values: Float64Array.from(read), rest: null }
          : { ...column, codes: Uint32Array.from(read) },
      ];
    }),
  );
  return modelDesign({ ...model, columns, used: given.length }, 'treatment');
}
