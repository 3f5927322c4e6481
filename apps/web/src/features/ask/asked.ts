import type { DatasetColumn, RegressionOptions } from '@columnist/contract';
import { purposeNamed, type Purpose } from '../../lib/purposes.ts';
import { asks, formOf, type Ask } from '../results/methods.ts';
import {
  choose,
  firstQuestion,
  fits,
  isGrouping,
  readTest,
  slotsOf,
  type Field,
  type Question,
} from '../results/test-question.ts';
import {
  firstRegression,
  partsOfFormula,
  readRegression,
  regressionAbout,
  writeRegression,
} from './regression-question.ts';

/** What the Ask tab asks: a question as a sentence, a model, or the plan of a study. */
export type Asked =
  | { readonly purpose: Ask; readonly question: Question }
  | { readonly purpose: 'explain'; readonly model: RegressionOptions }
  | { readonly purpose: 'power' };

type Columns = readonly DatasetColumn[];

const isNumber = ({ type }: DatasetColumn): boolean => type === 'number';
const isGroups = (column: DatasetColumn): boolean => !isNumber(column) && isGrouping(column);
const isMoment = ({ type }: DatasetColumn): boolean => type === 'datetime';

/** The purpose that fits columns which were chosen, or a table of these columns where none were. */
export function purposeOf(chosen: Columns, columns: Columns): Purpose {
  const of = chosen.length === 0 ? columns : chosen;
  const [numbers, groups, moments] = [isNumber, isGroups, isMoment].map(
    (is) => of.filter(is).length,
  );
  if (chosen.length === 0)
    return groups !== 0 && numbers !== 0
      ? 'compare'
      : (numbers ?? 0) > 1 || (groups ?? 0) > 1
        ? 'relate'
        : 'distribution';
  if (chosen.length === 1) return moments === 1 ? 'series' : 'distribution';
  if (moments === 1 && numbers === 1 && chosen.length === 2) return 'series';
  if (chosen.length === 2) return numbers === 1 && groups === 1 ? 'compare' : 'relate';
  return numbers === chosen.length ? 'relate' : numbers === 0 ? 'relate' : 'explain';
}

/** A question of this purpose about the chosen columns; what it lacks is filled in. */
export function askedAbout(
  purpose: Purpose,
  chosen: Columns,
  columns: Columns,
  method: string | null = null,
): Asked {
  if (purpose === 'power') return { purpose };
  if (purpose === 'explain')
    return {
      purpose,
      model: regressionAbout(chosen, columns, method) ?? firstRegression(columns, method),
    };
  const start = startOf(purpose, chosen);
  return {
    purpose,
    question:
      start === null ? firstQuestion(purpose, columns) : choose(start, start.method, columns),
  };
}

/** The method and the places of the chosen columns; null where these leave both open. */
function startOf(ask: Ask, chosen: Columns): Question | null {
  const names = (is: (column: DatasetColumn) => boolean): string[] =>
    chosen.filter(is).map(({ name }) => name);
  const [numbers, groups, moments] = [names(isNumber), names(isGroups), names(isMoment)];
  const [number, other] = numbers;
  const [group] = groups;
  const of = (method: string, fields: Readonly<Record<string, Field | undefined>>): Question => ({
    ask,
    method,
    fields: Object.fromEntries(
      Object.entries(fields).flatMap(([name, field]): [string, Field][] =>
        field === undefined ? [] : [[name, field]],
      ),
    ),
  });
  if (chosen.length === 0) return null;
  switch (ask) {
    case 'compare':
      if (number !== undefined && groups.length > 1)
        return of('factorial_anova', { value: number, factors: groups.slice(0, 3) });
      if (groups.length === 0 && numbers.length > 2)
        return of('repeated_measures_anova', { columns: numbers });
      if (group === undefined && other !== undefined)
        return of('auto_pairs', { value: number, other });
      return of(
        'auto',
        number === undefined ? { value: groups[1], group } : { value: number, group },
      );
    case 'relate':
      return groups.length === 0 && numbers.length > 2
        ? of('pearson', { columns: numbers })
        : of('auto', { x: chosen[0]?.name, y: chosen[1]?.name });
    case 'distribution':
      return number === undefined
        ? group === undefined
          ? null
          : of('chi_square_goodness_of_fit', { column: group })
        : { ...firstQuestion(ask, chosen), fields: { column: number } };
    case 'series':
      return of('overview', { value: number, time: moments[0] });
    case 'structure':
      return numbers.length < 2 ? null : of('principal_components', { columns: numbers });
  }
}

/** The names of the columns that are asked about, in the order of the question. */
export function columnsIn(asked: Asked, columns: Columns): string[] {
  if (asked.purpose === 'power') return [];
  if (asked.purpose === 'explain') {
    const named = partsOfFormula(asked.model.formula);
    return named === null ? [] : [...new Set([named.response, ...named.columns])];
  }
  const { ask, method, fields } = asked.question;
  const form = formOf(ask, method);
  const named = (form === undefined ? [] : slotsOf(form)).flatMap((slot) => {
    const field = fields[slot.field];
    if (slot.kind === 'value' || slot.kind === 'values' || slot.kind === 'choice') return [];
    return [field].flat().filter((name) => typeof name === 'string');
  });
  return [...new Set(named)].filter((name) => columns.some((column) => column.name === name));
}

/** Whether columns can be chosen at all. */
export const canBeAsked = (column: DatasetColumn): boolean =>
  isMoment(column) || fits({ kind: 'any', field: '', label: '' }, column);

/** What the address asks. */
export function readAsked(query: URLSearchParams, columns: Columns): Asked {
  const purpose = purposeNamed(query.get('purpose'));
  if (purpose === 'power') return { purpose };
  const read = modelIn(query);
  if (read !== null && 'model' in read) return { purpose: 'explain', model: read.model };
  if (query.has('test')) {
    const question = readTest(query.get('test'), columns, asks);
    return { purpose: question.ask, question };
  }
  const chosen = aboutIn(query.get('about')).flatMap(
    (name) => columns.find((column) => column.name === name) ?? [],
  );
  return askedAbout(purpose ?? purposeOf(chosen, columns), chosen, columns, query.get('method'));
}

function modelIn(query: URLSearchParams): ReturnType<typeof readRegression> | null {
  const text = query.get('model');
  return text === null || query.get('purpose') === 'power' ? null : readRegression(text);
}

/** Why the model of the address cannot be read, so that another question is asked; else null. */
export function unreadIn(query: URLSearchParams): string | null {
  const read = modelIn(query);
  return read !== null && 'unread' in read ? read.unread : null;
}

function aboutIn(text: string | null): string[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(parsed) ? parsed.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

/**
 * Writes a question into the address, in place of the one that was there. A purpose that somebody
 * chose stays with it, and is kept when other columns are chosen.
 */
export function writeAsked(query: URLSearchParams, asked: Asked, isChosen = false): void {
  for (const name of ['about', 'test', 'model', 'method']) query.delete(name);
  if (isChosen || asked.purpose === 'power') query.set('purpose', asked.purpose);
  else if (query.get('purpose') !== asked.purpose) query.delete('purpose');
  if (asked.purpose === 'power') return;
  if (asked.purpose === 'explain') query.set('model', writeRegression(asked.model));
  else query.set('test', JSON.stringify(asked.question));
}
