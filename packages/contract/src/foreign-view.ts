import { z } from 'zod';
import { sayIssue } from './say-issue.ts';

/** Parts of a view as other programs write them, each refused with how it is written here. */

const longest = 200;
const short = z.string().trim().min(1).max(longest);
const write = (value: unknown): string => `Write ${JSON.stringify(value)}.`;

interface Key {
  readonly column: string;
  readonly direction?: 'descending';
}
const keyOf = (column: string, descending: boolean): Key => ({
  column: column.slice(0, 100),
  ...(descending ? { direction: 'descending' } : {}),
});

/** `-fare`, `fare desc`: a key that is a text. */
function keyOfText(text: string): Key {
  const [, minus = '', column = '', word = ''] =
    /^(-?)(.*?)(?:\s+(asc|desc)(?:ending)?)?$/i.exec(text.trim()) ?? [];
  return keyOf(column, minus !== '' || word.toLowerCase() === 'desc');
}

const isDescending = (value: unknown): boolean =>
  value === -1 || (typeof value === 'string' && /^desc/i.test(value));

const directions: ReadonlySet<string> = new Set(['asc', 'ascending', 'desc', 'descending']);

/** `{ by: 'fare', ascending: false }`: a key by the names of another program; undefined of others. */
function keyOfFields(given: unknown): Key | undefined {
  const fields = z.record(z.string(), z.unknown()).safeParse(given).data ?? {};
  const named = Object.values(fields).find(
    (value) => typeof value === 'string' && !directions.has(value.toLowerCase()),
  );
  const column = short.safeParse(named).data;
  if (column === undefined) return undefined;
  const descending = Object.entries(fields).some(
    ([name, value]) =>
      isDescending(value) ||
      (/^asc/i.test(name) && value === false) ||
      (/^(?:desc|reverse)/i.test(name) && value === true),
  );
  return keyOf(column, descending);
}

/** A key of a sort that is no object of ours. */
export function saySortKey({ code, input }: z.core.$ZodRawIssue): string | undefined {
  if (code === 'invalid_type' && typeof input === 'string') return write(keyOfText(input));
  const key = code === 'unrecognized_keys' ? keyOfFields(input) : undefined;
  return key === undefined ? undefined : write(key);
}

const byName = z.record(z.string().max(longest), z.union([z.string(), z.number(), z.boolean()]));

/** A sort that is no list: one key as a text, or directions by column. */
export function saySort({ code, input }: z.core.$ZodRawIssue): string | undefined {
  if (code !== 'invalid_type') return undefined;
  const text = short.safeParse(input).data;
  if (text !== undefined) return write(text.split(',').slice(0, 8).map(keyOfText));
  const columns = byName.safeParse(input).data;
  if (columns === undefined) return undefined;
  if ('column' in columns) return write([columns]);
  return write(
    Object.entries(columns)
      .slice(0, 8)
      .map(([column, direction]) => keyOf(column, isDescending(direction))),
  );
}

interface Derived {
  readonly name: string;
  readonly expression: string;
}

/** `bmi = mass / height ^ 2` as a derived column; what has no name is called new. */
function derivedOf(text: string): Derived {
  const [, name, expression] =
    /^\s*([\p{L}_][\p{L}\p{N}_ ]*?)\s*:?=(?!=)\s*(.+)$/su.exec(text) ?? [];
  return name === undefined || expression === undefined
    ? { name: 'new', expression: text }
    : { name, expression };
}

/** A derived column that is a text. */
export function sayDerived({ code, input }: z.core.$ZodRawIssue): string | undefined {
  const text = code === 'invalid_type' ? short.safeParse(input).data : undefined;
  return text === undefined ? undefined : write(derivedOf(text));
}

/** Derived columns that are no list: one as a text, or expressions by name. */
export function sayDerivedList({ code, input }: z.core.$ZodRawIssue): string | undefined {
  if (code !== 'invalid_type') return undefined;
  const text = short.safeParse(input).data;
  if (text !== undefined) return write([derivedOf(text)]);
  const columns = z.record(short, short).safeParse(input).data;
  if (columns === undefined) return undefined;
  if ('name' in columns && 'expression' in columns) return write([columns]);
  return write(
    Object.entries(columns)
      .slice(0, 3)
      .map(([name, expression]) => ({ name, expression })),
  );
}

const fillings: ReadonlySet<unknown> = new Set(['mean', 'median', 'mode', 'forward']);

/** Fillings that are no list: one of ours, or methods and values by column. */
export function sayImputations({ code, input }: z.core.$ZodRawIssue): string | undefined {
  const columns = code === 'invalid_type' ? byName.safeParse(input).data : undefined;
  if (columns === undefined || 'columns' in columns || 'method' in columns) return undefined;
  return write(
    Object.entries(columns)
      .slice(0, 3)
      .map(([column, value]) => ({
        columns: [column],
        ...(fillings.has(value) ? { method: value } : { method: 'constant', value }),
      })),
  );
}

/** A sample that is its size alone, or a share of the rows. */
export function saySample(issue: z.core.$ZodRawIssue): string | undefined {
  const { code, input } = issue;
  if (code === 'invalid_type' && typeof input === 'number') return write({ n: input, seed: 1 });
  return code === 'unrecognized_keys' && issue.keys.some((key) => /frac|share|prop/i.test(key))
    ? `${sayIssue(issue)} A sample has a number of rows: {"n": 100, "seed": 1}.`
    : undefined;
}

/** Columns without missing values that are neither true nor a list. */
export function sayDropMissing({ input }: z.core.$ZodRawIssue): string {
  const column = short.safeParse(input).data;
  return column === undefined
    ? 'Give true for any column, or a list of columns.'
    : `Write ${JSON.stringify([column])}, or true for any column.`;
}

/** A view that is its filter alone. */
export function sayView({ code, input }: z.core.$ZodRawIssue): string | undefined {
  const text = code === 'invalid_type' ? short.safeParse(input).data : undefined;
  return text === undefined ? undefined : write({ filter: text });
}

/** Conditions that are a list of texts, as one text. */
export function joinedConditions(given: unknown): string | undefined {
  const texts = z.array(short).min(1).max(8).safeParse(given).data;
  return texts === undefined ? undefined : write(texts.join(' and '));
}
