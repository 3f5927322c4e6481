import {
  testQuestion,
  type DatasetColumn,
  type TestQuestion,
  type View,
} from '@columnist/contract';
import { z } from 'zod';
import { measures, toAskAbout } from '../../lib/measures.ts';
import { samplingOf } from './first-sampling.ts';
import {
  askOf,
  askOfTool,
  asks,
  formOf,
  isAutomatic,
  methods,
  toolOf,
  type Ask,
  type MethodForm,
  type Slot,
} from './methods.ts';

export const field = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
export type Field = string | number | boolean | readonly string[];

/** A question as a sentence with places. Kept in the URL. */
export interface Question {
  readonly ask: Ask;
  readonly method: string;
  readonly fields: Readonly<Record<string, Field>>;
}

const written = z.object({
  ask: z.enum(asks),
  method: z.string(),
  fields: z.record(z.string(), field),
});

/** Columns that tell groups apart. */
export const isGrouping = ({ type, distinct }: Pick<DatasetColumn, 'type' | 'distinct'>): boolean =>
  distinct !== null &&
  distinct > 1 &&
  (type === 'category' || type === 'boolean' || distinct <= 50);
const isTime = ({ type, storage }: DatasetColumn): boolean =>
  type === 'number' || (type === 'datetime' && storage !== 'TIME');

export function fits(slot: Slot, column: DatasetColumn): boolean {
  switch (slot.kind) {
    case 'number':
    case 'numbers':
      return column.type === 'number';
    case 'category':
    case 'categories':
      return isGrouping(column);
    case 'time':
      return isTime(column);
    case 'any':
      return column.type === 'number' || isGrouping(column);
    default:
      return true;
  }
}

/** A first question that says something of this very table. */
export function firstQuestion(ask: Ask, columns: readonly DatasetColumn[]): Question {
  const [first] = methods[ask];
  const [many] =
    ask === 'distribution'
      ? toAskAbout(columns).filter(
          ({ type, picture }) => type === 'number' && picture?.kind === 'number',
        )
      : [];
  // Of the first column, as it will be chosen below.
  const limits = first?.definition?.values;
  const method =
    (many?.picture?.n ?? 0) > (limits?.most ?? Infinity)
      ? (limits?.more ?? '')
      : (first?.method ?? '');
  return choose({ ask, method, fields: {} }, method, columns);
}

/** The same question by another method: what both take stays, what is lacking is filled in. */
export function choose(
  question: Question,
  method: string,
  columns: readonly DatasetColumn[],
): Question {
  const ask =
    formOf(question.ask, method) === undefined ? (askOf(method) ?? question.ask) : question.ask;
  const form = formOf(ask, method) ?? methods[ask][0];
  if (form === undefined) return question;
  const fields: Record<string, Field> = {};
  const taken = new Set<string>();
  for (const slot of slotsOf(form)) {
    const known = question.fields[slot.field] ?? alias(question.fields, slot.field);
    const right =
      known !== undefined && isRight(slot, known, columns)
        ? known
        : (sampledBy(slot, fields, columns) ?? firstOf(slot, columns, taken, form));
    if (right === undefined) continue;
    fields[slot.field] = right;
    for (const name of [right].flat()) taken.add(String(name));
  }
  return { ask, method: form.method, fields };
}

/** One value of each day, where the columns that were chosen before ask for it. */
function sampledBy(
  { field }: Slot,
  fields: Question['fields'],
  columns: readonly DatasetColumn[],
): Field | undefined {
  if (field !== 'every' && field !== 'aggregate') return undefined;
  return samplingOf(fields, columns)?.[field];
}

/** Fields that mean the same in another family. */
function alias(fields: Question['fields'], field: string): Field | undefined {
  const { column, value, x, y, event, group, columns } = fields;
  const [first, second] = Array.isArray(columns) ? columns : [];
  const both = typeof x === 'string' && typeof y === 'string' ? [x, y] : undefined;
  return {
    column: value,
    value: column ?? x ?? event ?? first,
    x: value ?? event ?? first,
    event: value ?? x,
    y: group ?? second,
    group: y,
    other: second,
    columns: both,
  }[field];
}

export const slotsOf = ({ sentence, details }: MethodForm): Slot[] => [
  ...sentence.filter((part) => typeof part !== 'string'),
  ...details,
];

function isRight(slot: Slot, field: Field, columns: readonly DatasetColumn[]): boolean {
  const named = (name: unknown): boolean =>
    columns.some((column) => column.name === name && fits(slot, column));
  switch (slot.kind) {
    case 'number':
    case 'category':
    case 'any':
    case 'time':
      return named(field);
    case 'numbers':
    case 'categories':
      return Array.isArray(field) && field.every(named);
    case 'figure':
      return typeof field === 'number';
    case 'choice':
      return slot.options.some((option) => option.value === field);
    case 'value':
      return typeof field === 'string';
    case 'values':
      return Array.isArray(field);
  }
}

function firstOf(
  slot: Slot,
  columns: readonly DatasetColumn[],
  taken: ReadonlySet<string>,
  { definition }: MethodForm,
): Field | undefined {
  const free = toAskAbout(
    columns.filter((column) => fits(slot, column) && !taken.has(column.name)),
  );
  if ('optional' in slot && slot.optional) return undefined;
  switch (slot.kind) {
    case 'number':
      return (
        free.find(measures) ??
        free.find(({ picture }) => picture?.kind === 'number') ??
        free[0]
      )?.name;
    case 'category': {
      const isOfTwo = definition === null || definition.ofMore !== undefined;
      const wanted = isOfTwo ? free.find(({ distinct }) => distinct === 2) : undefined;
      return (
        wanted ??
        free.find(({ type }) => type === 'category' || type === 'boolean') ??
        free[0]
      )?.name;
    }
    case 'any': {
      const number = free.find(measures) ?? free.find(({ picture }) => picture?.kind === 'number');
      const groups = free.find(({ type }) => type === 'category' || type === 'boolean');
      return (slot.field === 'value' ? (number ?? free[0]) : (groups ?? number ?? free[0]))?.name;
    }
    case 'time':
      return free.find(({ type }) => type === 'datetime')?.name;
    case 'categories':
      return free.slice(0, 2).map(({ name }) => name);
    case 'numbers':
      return numbersFor(free, slot.first);
    case 'figure':
      return slot.first;
    case 'choice':
      return slot.options[0]?.value;
    case 'value':
    case 'values':
      return undefined;
  }
}

const manyShown = 8;

/** Structure is a matter of many columns, and of missing ones where these are asked of. */
function numbersFor(
  free: readonly DatasetColumn[],
  first: 'many' | 'missing' | undefined,
): string[] {
  const names = (some: readonly DatasetColumn[], most: number): string[] =>
    some.slice(0, most).map(({ name }) => name);
  if (first === undefined) return names(free, 3);
  const varied = free.filter(({ picture }) => picture?.kind === 'number');
  const wanted = first === 'many' && varied.length > 1 ? varied : free;
  const order = ({ missing }: DatasetColumn): number =>
    first === 'missing' && missing === 0 ? 1 : 0;
  return names(
    wanted.toSorted((a, b) => order(a) - order(b)),
    manyShown,
  );
}

/** The question in the URL, as far as it fits the columns. */
export function readTest(
  text: string | null,
  columns: readonly DatasetColumn[],
  wanted: readonly Ask[],
): Question {
  const parsed = written.safeParse(json(text));
  const [first = 'compare'] = wanted;
  if (!parsed.success || !wanted.includes(parsed.data.ask)) return firstQuestion(first, columns);
  const { ask, method, fields } = parsed.data;
  const form = formOf(ask, method);
  if (form === undefined) return firstQuestion(ask, columns);
  // Of a method that the adviser names, its details are chosen before it is known.
  const further = isAutomatic(method) ? methods[ask].flatMap(({ details }) => details) : [];
  const kept = Object.fromEntries(
    [...slotsOf(form), ...further].flatMap((slot): [string, Field][] => {
      const field = fields[slot.field];
      return field !== undefined && isRight(slot, field, columns) ? [[slot.field, field]] : [];
    }),
  );
  return { ask, method, fields: kept };
}

function json(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * The call that answers the question; null while something is lacking, such as the method that the
 * adviser names.
 */
export function callOf(
  { ask, method, fields: all }: Question,
  view: View | undefined,
): TestQuestion | null {
  if (isAutomatic(method)) return null;
  const fields = Object.fromEntries(
    Object.entries(all).filter(
      ([, field]) => field !== '' && !(Array.isArray(field) && field.length === 0),
    ),
  );
  const form = formOf(ask, method)?.definition?.form;
  const own = Object.keys(form?.kinds ?? {});
  const rest = Object.fromEntries(Object.entries(fields).filter(([name]) => !own.includes(name)));
  const options = {
    method,
    ...rest,
    ...form?.toInput(fields),
    ...(view === undefined ? {} : { view }),
  };
  return testQuestion.safeParse({ operation: toolOf(ask), options }).data ?? null;
}

/** The form of a call that was made before; null where no form asks it. */
export function formOfCall({ operation, options }: TestQuestion): Question | null {
  const ask = askOfTool(operation);
  if (ask === undefined) return null;
  const { method, view: _view, ...input } = options;
  const form = formOf(ask, method)?.definition?.form;
  const kept = Object.entries(input).filter(([name]) => form?.makes.includes(name) !== true);
  const fields = { ...Object.fromEntries(kept), ...form?.ofInput(input) };
  return { ask, method, fields: z.record(z.string(), field).parse(fields) };
}
