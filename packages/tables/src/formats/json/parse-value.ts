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

/** Parses a record; numbers that a double cannot hold keep their text. Throws invalid_file. */
export function parseValue({ text, line }: Pick<JsonPiece, 'text' | 'line'>, record: number): Json {
  let parsed: unknown;
  try {
    parsed = parseExactly(text);
  } catch (error) {
    const where = error instanceof Error ? / at position \d+.*$/.exec(error.message)?.[0] : '';
    const word = wordOutside(text);
    if (word !== null)
      throw notJson(
        `record ${record} has ${word.word} on line ${line + linesBefore(text, word.at)}, which no number in JSON can be`,
        'Write null in its place, as allow_nan=False of json.dumps finds it in Python, then import it.',
      );
    throw notJson(`record ${record} is not JSON${(where ?? '').slice(0, 60)}`);
  }
  if (!hasWholeNames(text)) return jsonOf(parsed, (name) => name);
  return jsonOf(parseExactly(markNames(text)), withoutMark);
}

const parseExactly = (text: string): unknown =>
  mayBeInexact.test(text) ? JSON.parse(text, keepExact) : JSON.parse(text);

/** NaN or Infinity outside of texts, which JavaScript and Python write and JSON does not have. */
function wordOutside(text: string): { word: string; at: number } | null {
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (inText && sign === '\\') at += 1;
    else if (sign === '"') inText = !inText;
    else if (!inText && (sign === 'N' || sign === 'I'))
      for (const word of ['NaN', 'Infinity']) if (text.startsWith(word, at)) return { word, at };
  }
  return null;
}

const linesBefore = (text: string, at: number): number => text.slice(0, at).split('\n').length - 1;

/** Sixteen digits or more in one number, or an exponent. */
const mayBeInexact = /\d[\d.]{15}|\d[eE]/;

function keepExact(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  const { source } = context;
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
