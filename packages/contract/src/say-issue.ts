import { z } from 'zod';
import { nearestNames } from './nearest-names.ts';
import { namesMeaning, stepMeaning } from './synonyms.ts';

/** What a value is, as the person who sent it calls it. */
const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object with named fields',
  record: 'an object with named fields',
  null: 'null',
};
const called = (kind: string): string => kinds[kind] ?? kind;

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isFinite(value) ? 'number' : String(value);
  return typeof value;
}

const listed = (values: readonly unknown[]): string =>
  values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join(', ');

/** The names of an object's fields, and those that were meant by the ones it does not have. */
function saidFields({ keys, inst }: z.core.$ZodRawIssue<z.core.$ZodIssueUnrecognizedKeys>): string {
  const fields = inst instanceof z.ZodObject ? Object.keys(inst.shape) : [];
  const asked = keys.slice(0, 3);
  const steps = fields.includes('step') ? asked.flatMap((key) => stepMeaning(key) ?? []) : [];
  const within =
    inst instanceof z.ZodObject ? [...new Set(asked.flatMap((key) => placesOf(key, inst)))] : [];
  const near =
    within.length + steps.length > 0
      ? []
      : asked.flatMap((key) => {
          const meant = nearestNames(key, fields).map((name) => `'${name}'`);
          return meant.length === 0 ? [] : [{ key, meant: meant.join(' or ') }];
        });
  const [only] = near;
  return [
    'There is no such field.',
    ...within,
    ...steps,
    ...(only === undefined
      ? []
      : new Set(near.map(({ meant }) => meant)).size === 1
        ? [`Did you mean ${only.meant}?`]
        : [`Did you mean ${near.map(({ key, meant }) => `${meant} for '${key}'`).join(', ')}?`]),
    ...(fields.length === 0 ? [] : [`The fields are ${fields.join(', ')}.`]),
  ].join(' ');
}

/**
 * Where a field that this object lacks is at home: in an object that one of its fields takes. What
 * the object has itself by another name is meant there.
 */
function placesOf(key: string, { shape }: z.ZodObject): string[] {
  return Object.entries(shape).flatMap(([name, field]) => {
    const inner = fieldsIn(field);
    const meanings = namesMeaning(key);
    const meant = inner.find((one) => one === key || meanings.includes(one));
    return meant === undefined || meant in shape
      ? []
      : [`It belongs in '${name}': ${name}: {"${meant}": …}.`];
  });
}

/** The fields of the object that a field takes, where it takes one. */
function fieldsIn(field: unknown): string[] {
  if (
    field instanceof z.ZodOptional ||
    field instanceof z.ZodNullable ||
    field instanceof z.ZodDefault
  )
    return fieldsIn(field.unwrap());
  if (field instanceof z.ZodPipe) return fieldsIn(field.in);
  if (field instanceof z.ZodUnion) return field.options.flatMap(fieldsIn);
  return field instanceof z.ZodObject ? Object.keys(field.shape) : [];
}

/** Those of the known values that a wrong one may have meant. */
function saidMeant(given: unknown, known: readonly unknown[]): string {
  if (typeof given !== 'string') return '';
  const near = nearestNames(
    given,
    known.filter((one) => typeof one === 'string'),
  );
  return near.length === 0 ? '' : ` Did you mean ${near.map((one) => `'${one}'`).join(' or ')}?`;
}

/** What is counted of a value that has parts. */
const parts: Readonly<Record<string, string>> = {
  string: 'character',
  array: 'item',
  set: 'item',
  map: 'entry',
  file: 'byte',
};

function sayLimit(
  {
    origin,
    exact,
    inclusive,
  }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig>,
  side: 'least' | 'most',
  limit: number | bigint,
): string {
  const part = parts[origin];
  if (part === undefined) {
    const beyond = side === 'least' ? 'more' : 'less';
    return inclusive === false
      ? `Must be ${beyond} than ${limit}.`
      : `Must be at ${side} ${limit}.`;
  }
  if (side === 'least' && Number(limit) === 1 && exact !== true) return 'Must not be empty.';
  const counted = `${limit} ${part}${Number(limit) === 1 ? '' : 's'}`;
  return exact === true ? `Must have ${counted}.` : `Must have at ${side} ${counted}.`;
}

/** How a text of a known format is written; the others have a pattern. */
const formats: Readonly<Record<string, string>> = {
  uuid: 'Give a UUID, as it was in an answer.',
  email: 'Enter an e-mail address.',
  url: 'Give a web address, such as https://example.com.',
  datetime: 'Give a time in UTC, such as 2026-01-31T12:00:00Z.',
  date: 'Give a date, such as 2026-01-31.',
};

const sayFormat = ({
  format,
  pattern,
}: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidStringFormat>): string =>
  formats[format] ??
  (pattern === undefined ? `Must be written as ${format}.` : `Must match ${pattern}.`);

const longestItem = 200;

/** Of a list that is one of its items, the list with it. */
function inList({ inst, input }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidType>): string {
  const item = inst instanceof z.ZodArray ? inst.element : undefined;
  if (!(item instanceof z.ZodType) || !item.safeParse(input).success) return '';
  const written = JSON.stringify([input]);
  return written.length > longestItem ? '' : ` Write ${written}.`;
}

/** What is wrong with a value, in words, where its schema does not say so itself. */
export function sayIssue(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') {
    const wanted = called(issue.expected);
    if (issue.input === undefined) return `This field is missing: give ${wanted}.`;
    // A number that is not whole is a number too.
    return issue.expected === 'int' && typeof issue.input === 'number'
      ? 'Give a whole number.'
      : `Give ${wanted}, not ${called(kindOf(issue.input))}.${inList(issue)}`;
  }
  if (issue.code === 'invalid_value') {
    const choice =
      issue.values.length === 1 ? listed(issue.values) : `one of ${listed(issue.values)}`;
    return issue.input === undefined
      ? `This field is missing: give ${choice}.`
      : `Give ${choice}.${saidMeant(issue.input, issue.values)}`;
  }
  if (issue.code === 'unrecognized_keys') return saidFields(issue);
  if (issue.code === 'invalid_union' && Array.isArray(issue['options'])) {
    const given = z.record(z.string(), z.unknown()).safeParse(issue.input).data;
    const wrong = given?.[String(issue['discriminator'])];
    const step = typeof wrong === 'string' ? stepMeaning(wrong) : undefined;
    const meant = step === undefined ? saidMeant(wrong, issue['options']) : ` ${step}`;
    return `Give one of ${listed(issue['options'])}.${meant}`;
  }
  if (issue.code === 'too_small') return sayLimit(issue, 'least', issue.minimum);
  if (issue.code === 'too_big') return sayLimit(issue, 'most', issue.maximum);
  if (issue.code === 'invalid_format') return sayFormat(issue);
  if (issue.code === 'not_multiple_of') return `Must be a multiple of ${issue.divisor}.`;
  if (issue.code === 'invalid_key') return 'One of the names may not be used here.';
  return 'This value may not be used here.';
}
