import { notJson } from './split-values.ts';

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

/** Parses a value; numbers that a double cannot hold keep their text. Throws invalid_file. */
export function parseValue(text: string, record: number): Json {
  let parsed: unknown;
  try {
    parsed = mayBeInexact.test(text) ? JSON.parse(text, keepExact) : JSON.parse(text);
  } catch (error) {
    const where = error instanceof Error ? / at position \d+.*$/.exec(error.message)?.[0] : '';
    throw notJson(`record ${record} is not JSON${(where ?? '').slice(0, 60)}`);
  }
  return jsonOf(parsed);
}

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
function jsonOf(value: unknown): Json {
  if (
    value === null ||
    typeof value === 'boolean' ||
    typeof value === 'number' ||
    typeof value === 'string' ||
    value instanceof ExactNumber
  )
    return value;
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value === 'object')
    return new Map(Object.entries(value).map(([name, of]) => [name, jsonOf(of)]));
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
