import type { DatasetColumn, Recommendation } from '@columnist/contract';
import {
  askOf,
  formOf,
  isAutomatic,
  nameOfMethod,
  type MethodForm,
  type Slot,
} from '../results/methods.ts';
import { slotsOf, type Field, type Question } from '../results/test-question.ts';

/** What the adviser is asked about the columns of a question. */
export interface Pair {
  readonly value: string;
  readonly by: string;
  readonly paired: boolean;
  readonly ask: 'any' | 'compare' | 'relate';
  readonly groups?: string[];
}

/**
 * Whether the adviser chooses among this and others; the rest ask something else of the same
 * columns.
 */
const isAdvised = (ask: Question['ask'], method: string): boolean =>
  isAutomatic(method) || formOf(ask, method)?.definition?.advised === true;

/** A number with two values, such as 0 and 1, is a category. */
const measures = (columns: readonly DatasetColumn[], name: string): boolean =>
  columns.some(
    (column) => column.name === name && column.type === 'number' && column.distinct !== 2,
  );

/**
 * The two columns that the adviser looks at; null where the question is not one of two columns, or
 * one is still open.
 */
export function pairOf(
  { ask, method, fields }: Question,
  columns: readonly DatasetColumn[],
): Pair | null {
  if (!isAdvised(ask, method)) return null;
  const listed =
    Array.isArray(fields['columns']) && fields['columns'].length === 2 ? fields['columns'] : [];
  const value = fields['value'] ?? fields['event'] ?? fields['x'] ?? listed[0];
  const by = fields['group'] ?? fields['other'] ?? fields['y'] ?? listed[1];
  if (typeof value !== 'string' || typeof by !== 'string' || value === by) return null;
  const paired = fields['other'] !== undefined;
  const groups = fields['groups'];
  const some =
    Array.isArray(groups) && groups.length > 1 && measures(columns, value)
      ? { groups: [...groups] }
      : {};
  return {
    value,
    by,
    paired,
    ask: paired ? 'any' : ask === 'relate' ? 'relate' : 'compare',
    ...some,
  };
}

/**
 * Where a plan without the adviser leaves the method of two number columns open: Pearson's
 * correlation, which every plan includes; else null.
 */
export function correlationOf(
  { ask, method, fields: { x, y } }: Question,
  columns: readonly DatasetColumn[],
): Question | null {
  const areNumbers = [x, y].every((name) =>
    columns.some((column) => column.name === name && column.type === 'number'),
  );
  return ask === 'relate' && isAutomatic(method) && areNumbers && x !== y
    ? { ask, method: 'pearson', fields: { columns: [String(x), String(y)] } }
    : null;
}

/** Options of a call as fields of the form. */
const fieldsOf = (options: Recommendation['options']): Record<string, Field> =>
  Object.fromEntries(
    Object.entries(options).flatMap(([name, value]): [string, Field][] =>
      name === 'method'
        ? []
        : typeof value === 'string'
          ? [[name, value]]
          : Array.isArray(value)
            ? [[name, value.filter((one) => typeof one === 'string')]]
            : [],
    ),
  );

/** The question with the method that the adviser chose for it. */
export function resolved(
  question: Question,
  { method, options }: Pick<Recommendation, 'method' | 'options'>,
): Question {
  const ask = askOf(method) ?? question.ask;
  const form = formOf(ask, method);
  const own =
    form === undefined
      ? []
      : ownDetails(form).flatMap(({ field }): [string, Field][] =>
          question.fields[field] === undefined ? [] : [[field, question.fields[field]]],
        );
  return {
    ask,
    method,
    fields: { ...fieldsOf(options), ...Object.fromEntries(own) },
  };
}

/**
 * What may be set of the method that was chosen: all but its columns, and the groups, which the
 * adviser has considered.
 */
export const ownDetails = (form: MethodForm): Slot[] =>
  slotsOf(form).filter(
    ({ kind, field }) =>
      (kind === 'choice' || kind === 'figure' || kind === 'value' || field === 'by') &&
      field !== 'groups',
  );

/** Whether groups can be chosen: where numbers are compared. */
export const takesGroups = (
  { method, fields }: Question,
  columns: readonly DatasetColumn[],
): boolean =>
  !isAutomatic(method) ||
  (typeof fields['value'] === 'string' && measures(columns, fields['value']));

/** What the chosen method does not take, known before it is run, and the method that takes it. */
export interface Unfit {
  readonly text: string;
  readonly use: string | null;
}

/**
 * Why a method that somebody chose cannot answer of these columns; null where nothing speaks
 * against it. The facts of the columns are of all rows: of a view they decide nothing.
 */
export function unfitOf(
  { ask, method, fields }: Question,
  columns: readonly DatasetColumn[],
  ofView: boolean,
): Unfit | null {
  const name = nameOfMethod(method);
  const number = columns.find((column) => column.name === fields['column']);
  const definition = formOf(ask, method)?.definition;
  const most = definition?.values?.most ?? Infinity;
  if (!ofView && (number?.picture?.n ?? 0) > most)
    return {
      text:
        `The ${name} takes at most ${most.toLocaleString('en')} values, and ` +
        `${number?.name ?? ''} has ${(number?.picture?.n ?? 0).toLocaleString('en')}.`,
      use: definition?.values?.more ?? null,
    };
  const more = definition?.ofMore;
  const by = columns.find((column) => column.name === (fields['group'] ?? fields['y']));
  if (more === undefined || by === undefined) return null;
  const groups = fields['groups'];
  const count =
    Array.isArray(groups) && groups.length > 0 ? groups.length : ofView ? null : by.distinct;
  if (count === null || count === 2) return null;
  const slot = formOf(ask, method)?.details.find(({ field }) => field === 'groups');
  const subject =
    Array.isArray(groups) && groups.length > 0
      ? `${count} groups are chosen`
      : `${by.name} has ${count} groups`;
  return {
    text: `${subject}, and the ${name} takes two${slot === undefined ? '' : `: choose two under “${slot.label}”`}.`,
    use: more,
  };
}

const ordinary: ReadonlySet<string> = new Set([
  'auto',
  'partial',
  'permutation',
  'proportions',
  'overview',
  'autocorrelation',
]);

/**
 * What a refusal says should be done, in the words of the form: the labels of its fields, and the
 * names of methods.
 */
export function inWordsOf(form: MethodForm | undefined, text: string): string {
  const labels = new Map(
    (form === undefined ? [] : slotsOf(form)).map(({ field, label }) => [field, label]),
  );
  return text
    .replaceAll(/'(\w+)'/g, (quoted, field: string) =>
      labels.has(field) ? `“${labels.get(field)}”` : quoted,
    )
    .replaceAll(/\b[a-z]\w+\b/g, (word) =>
      ordinary.has(word) || askOf(word) === undefined ? word : nameOfMethod(word),
    );
}
