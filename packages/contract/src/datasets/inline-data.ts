import { z } from 'zod';
import type { Cell } from '../cell.ts';
import { isPlainObject, type Wrong } from '../checked-first.ts';

const mostColumns = 2000;
const mostValues = 1_000_000;
const longestName = 1000;

/** Columns sent along: name to values. */
export type InlineData = Readonly<Record<string, readonly Cell[]>>;

/**
 * The same as JSON in a file, checked already where a large request was read. A class, so that no
 * JSON body can pretend to be one.
 */
export class SentValues {
  /** The path of the file, which goes with the request. */
  readonly source: string;
  readonly cells: number;

  constructor(sent: { source: string; cells: number }) {
    this.source = sent.source;
    this.cells = sent.cells;
  }
}

const isCell = (value: unknown): boolean =>
  value === null ||
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  Number.isFinite(value);

/**
 * The first thing wrong with the columns; one look at each value, and none after the first wrong
 * one.
 */
function firstWrong(data: InlineData): Wrong | null {
  const names = Object.keys(data);
  if (names.length > mostColumns)
    return { path: [], message: `At most ${mostColumns} columns can be sent along.` };
  for (const name of names) {
    const values: unknown = data[name];
    if (name === '' || name.length > longestName)
      return {
        path: [name.slice(0, 100)],
        message: `The name of a column has 1 to ${longestName} characters.`,
      };
    if (!Array.isArray(values)) return { path: [name], message: 'A column is a list of values.' };
    if (values.length > mostValues)
      return {
        path: [name],
        message: `A column has at most ${mostValues.toLocaleString('en')} values.`,
      };
    for (let i = 0; i < values.length; i++)
      if (!isCell(values[i]))
        return { path: [name, i], message: 'A value is a text, a number, true, false or null.' };
  }
  return null;
}

/** For values that have been checked. */
export const inlineValues = z.custom<InlineData>(isPlainObject);

// Millions of values are checked by hand: a schema of a list of unions takes fifty times as long,
// and much memory where they are wrong.
export const inlineData = z
  .custom<InlineData | SentValues>(
    isPlainObject,
    "Columns are an object of lists, such as { height: [1.62, null], name: ['Ada', 'Bob'] }.",
  )
  .superRefine((data, ctx) => {
    const wrong = data instanceof SentValues ? null : firstWrong(data);
    if (wrong !== null)
      ctx.addIssue({ code: 'custom', path: [...wrong.path], message: wrong.message });
  })
  .meta({
    type: 'object',
    maxProperties: mostColumns,
    propertyNames: { type: 'string', minLength: 1, maxLength: longestName },
    additionalProperties: { type: 'array', maxItems: mostValues, items: { $ref: '#/$defs/Cell' } },
    description: 'Columns: name to values, all of one length.',
  });
