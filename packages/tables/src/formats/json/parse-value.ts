import { hasWholeNames, markNames, withoutMark } from './mark-names.ts';
import { notJson, type JsonPiece } from './split-values.ts';

/** A number whose text a double does not give back. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Json = null | boolean | number | string | ExactNumber | readonly Json[] | JsonObject;

/** Names and values, in their order; a name may be any text. */
export type JsonObject = ReadonlyMap<string, Json>;

/**
 * Parses a record; numbers that a double cannot hold keep their text. NaN and infinite numbers, which
 * Python and R write and JSON does not have, are numbers. Throws invalid_file.
 */
export function parseValue(piece: Pick<JsonPiece, 'text' | 'line'>, record: number): Json {
  const read = readable(piece, record);
  if (!hasWholeNames(read.text)) return jsonOf(read.value, (name) => name);
  return jsonOf(parseExactly(markNames(read.text)), withoutMark);
}

/** The record, and its text as it could be read. */
function readable(
  { text, line }: Pick<JsonPiece, 'text' | 'line'>,
  record: number,
): { text: string; value: unknown } {
  try {
    return { text, value: parseExactly(text) };
  } catch (error) {
    const numbers = wordsAsNumbers(text);
    if (numbers !== text)
      try {
        return { text: numbers, value: parseExactly(numbers) };
      } catch {
        // What else is wrong is said of the text itself.
      }
    const [, place = '0'] =
      / at position (\d+)/.exec(error instanceof Error ? error.message : '') ?? [];
    const lines = text.slice(0, Number(place)).split('\n').length - 1;
    throw notJson(`record ${record} is not JSON (line ${line + lines})`);
  }
}

/** Numbers that nobody writes, in place of words for those that JSON does not have. */
const words: ReadonlyMap<string, readonly [source: string, value: number]> = new Map([
  ['NaN', ['9e9999999', Number.NaN]],
  ['Infinity', ['8e9999999', Infinity]],
  ['-Infinity', ['-8e9999999', -Infinity]],
]);
const wordOf: ReadonlyMap<string, number> = new Map(words.values());

const wordsAsNumbers = (text: string): string =>
  text.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"|-?Infinity|NaN/gs, (found) => {
    const [source] = words.get(found) ?? [];
    return source === undefined ? found : ` ${source} `;
  });

const parseExactly = (text: string): unknown =>
  mayBeInexact.test(text) ? JSON.parse(text, keepExact) : JSON.parse(text);

/** Sixteen digits or more in one number, or an exponent. */
const mayBeInexact = /\d[\d.]{15}|\d[eE]/;

function keepExact(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  const { source } = context;
  const word = wordOf.get(source);
  if (word !== undefined) return word;
  return Number.isFinite(value) && significant(source) === significant(String(value))
    ? value
    : new ExactNumber(source);
}

/** The same text for the same number, however it is written. */
function significant(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const trimmed = digits.replace(/0+$/, '');
  if (trimmed === '') return '0';
  return `${sign}${trimmed}e${Number(exponent) - fraction.length + digits.length - trimmed.length}`;
}

/** Objects as maps, so that no name in a file is ever a property of ours. */
function jsonOf(value: unknown, nameOf: (name: string) => string): Json {
  if (
    value === null ||
    typeof value === 'boolean' ||
    typeof value === 'number' ||
    typeof value === 'string' ||
    value instanceof ExactNumber
  )
    return value;
  if (Array.isArray(value)) return value.map((one) => jsonOf(one, nameOf));
  if (typeof value === 'object')
    return new Map(Object.entries(value).map(([name, of]) => [nameOf(name), jsonOf(of, nameOf)]));
  throw new Error('JSON has no other values.');
}

/** The text of a value as JSON, numbers as they were. */
export function jsonText(value: Json): string {
  if (value instanceof ExactNumber) return value.text;
  if (isList(value)) return `[${value.map(jsonText).join(',')}]`;
  if (value instanceof Map)
    return `{${[...value].map(([name, of]: [string, Json]) => `${JSON.stringify(name)}:${jsonText(of)}`).join(',')}}`;
  if (typeof value === 'number' && !Number.isFinite(value)) return `"${value}"`;
  return JSON.stringify(value);
}

export const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

export const isObject = (value: Json): value is JsonObject => value instanceof Map;

/** Names within a value: of an object that states a name twice there are fewer than in its text. */
export function countNames(value: Json): number {
  if (isList(value)) return value.reduce((sum: number, one) => sum + countNames(one), 0);
  if (!isObject(value)) return 0;
  let names = value.size;
  for (const one of value.values()) names += countNames(one);
  return names;
}
