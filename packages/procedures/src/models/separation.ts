import type { Formula } from '@columnist/contract';
import { sayVariable } from '@columnist/contract';
import {
  namedValues,
  spreadOf,
  type Design,
  type GeneralizedLinearModel,
} from '@columnist/statistics';
import { unfit } from '../finding.ts';
import { short } from '../words.ts';
import type { ModelRows } from './read-model.ts';
import { baseOf, type ModelColumn } from './model-column.ts';

/** Rows of one group or combination of groups of a term, whose response is the same in all. */
interface Pure {
  readonly name: string;
  readonly value: number;
  readonly n: number;
}

/**
 * A group in which the response is one of `extremes` in every row: its odds are 0 or infinite, or
 * its mean is 0, and the logarithm of neither is a number. Of single terms, and of interactions
 * within their combinations.
 */
function pureGroup(
  model: ModelRows,
  response: Float64Array,
  extremes: readonly number[],
): Pure | null {
  for (const term of model.formula.terms) {
    const columns = term.map((variable) => model.columns.get(baseOf(variable)));
    const levels = columns.filter((one): one is Levels => one?.kind === 'levels');
    if (levels.length === 0 || levels.length < columns.length) continue;
    const cells = new Map<string, { first: number; n: number; value: number | null }>();
    response.forEach((value, row) => {
      const key = levels.map(({ codes }) => codes[row]).join();
      const cell = cells.get(key);
      if (cell === undefined) cells.set(key, { first: row, n: 1, value });
      else {
        cell.n += 1;
        if (cell.value !== value) cell.value = null;
      }
    });
    const found = [...cells.values()].find(
      ({ value }) => value !== null && extremes.includes(value),
    );
    if (found !== undefined && cells.size > 1)
      return {
        name: levels
          .map(
            (one) =>
              `${sayVariable(one.variable)} = ${one.levels[one.codes[found.first] ?? 0] ?? ''}`,
          )
          .join(' and '),
        value: found.value ?? NaN,
        n: found.n,
      };
  }
  return null;
}

type Levels = Extract<ModelColumn, { kind: 'levels' }>;

const rows = (n: number): string => (n === 1 ? 'The only row' : `All ${n} rows`);

/**
 * Throws invalid_input where a group has no event, or nothing else; where a group has nothing but
 * counts of 0.
 */
export function requireMixedGroups(
  model: ModelRows,
  response: Float64Array,
  { chooses, event }: { readonly chooses: boolean; readonly event: string },
): void {
  const pure = pureGroup(model, response, chooses ? [0, 1] : [0]);
  if (pure === null) return;
  throw unfit(
    chooses
      ? `${rows(pure.n)} with ${pure.name} ${pure.n === 1 ? 'has' : 'have'} ${pure.value === 1 ? '' : 'another value than '}${event}: the odds of this group have no finite estimate.`
      : `${rows(pure.n)} with ${pure.name} ${pure.n === 1 ? 'has' : 'have'} a count of 0: the rate of this group has no logarithm to estimate.`,
    'formula',
    'Join this group with another, leave its rows out with a view, or leave ' +
      `${nameOfTerm(model.formula, pure.name)} out.`,
  );
}

const nameOfTerm = (_: Formula, name: string): string =>
  name
    .split(' and ')
    .map((part) => part.slice(0, part.lastIndexOf(' = ')))
    .join(':');

/** A number that has one event below a place and the other above it, and which place. */
function dividing(model: ModelRows, response: Float64Array): { name: string; at: number } | null {
  for (const variable of model.formula.terms.flatMap((term) => (term.length === 1 ? term : []))) {
    const column = model.columns.get(baseOf(variable));
    if (column?.kind !== 'number') continue;
    const ends = [0, 1].map((event) => {
      let [low, high] = [Infinity, -Infinity];
      column.values.forEach((value, row) => {
        if (response[row] === event) [low, high] = [Math.min(low, value), Math.max(high, value)];
      });
      return { low, high };
    });
    const [no, yes] = ends;
    if (no === undefined || yes === undefined) continue;
    if (no.high <= yes.low) return { name: sayVariable(variable), at: yes.low };
    if (yes.high <= no.low) return { name: sayVariable(variable), at: no.low };
  }
  return null;
}

/**
 * Which terms run away: those whose error is large for their own spread. The intercept follows
 * them.
 */
export function runaways(design: Design, fit: GeneralizedLinearModel): string[] {
  return fit.coefficients.flatMap(({ name, term, error }, k) =>
    error !== null &&
    (design.terms[term]?.factors.length ?? 0) > 0 &&
    error * spreadOf(namedValues(design, k)) > 100
      ? [name]
      : [],
  );
}

/** That the estimates of a model of two values do not settle, and because of what. */
export function separated(
  { model, event }: { readonly model: ModelRows; readonly event: string },
  response: Float64Array,
  names: readonly string[],
): Error {
  const divides = dividing(model, response);
  return unfit(
    divides === null
      ? `${names.length === 0 ? 'The terms' : names.slice(0, 5).join(', ')} together tell every row with ${event} from the others, so the estimates grow without end.`
      : `${divides.name} alone tells every row with ${event} from the others, at ${short(divides.at)}: its estimate grows without end.`,
    'formula',
    `Leave out ${divides?.name ?? 'one of these terms'}, or use more rows, in which they do ` +
      'not separate the two values.',
  );
}

/** That terms set the counts of 0 apart, so that their rates fall towards 0 without end. */
export const vanishing = (counted: string, names: readonly string[]): Error =>
  unfit(
    `${names.slice(0, 5).join(', ')} ${names.length === 1 ? 'alone tells' : 'together tell'} ` +
      `rows whose ${counted} is 0 from the others, so the estimates grow without end.`,
    'formula',
    `Leave out ${names.length === 1 ? (names[0] ?? '') : 'one of these terms'}, or use more ` +
      'rows, in which they do not separate the counts of 0.',
  );
