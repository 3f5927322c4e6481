import { z } from 'zod';

/** Of a result no agent should have to read more at once. */
export const resultBytes = 32 * 1024;

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

export type Detail = 'concise' | 'detailed';

/** What was cut from a result, and where the rest is. */
export interface Cut {
  readonly field: string;
  readonly shown: number;
  readonly of: number;
}

/** What people look at rather than read, and code: shown on demand. */
const onDemand: ReadonlySet<string> = new Set([
  'picture',
  'pictures',
  'code',
  'by_position',
  'histogram',
  'density',
  'normal_quantiles',
]);

/**
 * Pictures and code are left out of a concise result; lists too long for the limit are cut, and it
 * is said which.
 */
export function fitResult(
  value: JsonObject,
  detail: Detail,
): { readonly value: JsonObject; readonly cuts: readonly Cut[] } {
  const wanted = detail === 'detailed' ? value : concise(value);
  const cuts = new Map<string, Cut>();
  let fitted = wanted;
  while (sizeOf(fitted) > resultBytes) {
    const longest = lists(fitted, []).toSorted((a, b) => b.bytes - a.bytes)[0];
    if (longest === undefined || longest.length <= 1) break;
    const field = longest.path.join('.');
    const excess = sizeOf(fitted) - resultBytes;
    const shown = Math.max(
      1,
      Math.min(
        longest.length - 1,
        Math.floor(longest.length * (1 - excess / longest.bytes) * 0.98),
      ),
    );
    cuts.set(field, { field, shown, of: cuts.get(field)?.of ?? longest.length });
    fitted = cutAt(fitted, longest.path, shown);
  }
  if (cuts.size === 0) return { value: fitted, cuts: [] };
  const cut = {
    limit: `${resultBytes / 1024} KB a result`,
    lists: [...cuts.values()].map((one) => ({ ...one })),
  };
  return { value: { ...withoutPage(fitted, cuts.get('items')), cut }, cuts: [...cuts.values()] };
}

const asObject = z.record(z.string(), z.json());

/** The same of JSON in UTF-8. */
export const fitText = (json: Uint8Array, detail: Detail): JsonObject =>
  fitResult(asObject.parse(JSON.parse(new TextDecoder().decode(json))), detail).value;

/** The cursor of a page that was cut leads past what is not shown. */
function withoutPage(value: JsonObject, items: Cut | undefined): JsonObject {
  if (items === undefined || !('next_cursor' in value)) return value;
  const { row_numbers: numbers } = value;
  return {
    ...value,
    ...(Array.isArray(numbers) ? { row_numbers: numbers.slice(0, items.shown) } : {}),
    next_cursor: null,
    next: `Ask again with limit ${items.shown}.`,
  };
}

const sizeOf = (value: Json): number => Buffer.byteLength(JSON.stringify(value));
const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function concise(value: JsonObject): JsonObject {
  const entries = Object.entries(value).filter(
    ([name, one]) => !onDemand.has(name) || typeof one !== 'object',
  );
  return Object.fromEntries(
    entries.map(([name, one]) => [
      name,
      Array.isArray(one)
        ? one.map((item: Json) => (isObject(item) ? concise(item) : item))
        : isObject(one)
          ? concise(one)
          : one,
    ]),
  );
}

/** Every list within, the smallest lists that make a result long first. */
function lists(
  value: Json,
  path: readonly (string | number)[],
): { path: readonly (string | number)[]; length: number; bytes: number }[] {
  if (Array.isArray(value)) {
    const inner = value.flatMap((item: Json, i) => lists(item, [...path, i]));
    const own = { path, length: value.length, bytes: sizeOf(value) };
    // A list that is long because one of its members is: the member is cut.
    const heaviest = inner.reduce((most, one) => Math.max(most, one.bytes), 0);
    return heaviest > 0.6 * own.bytes ? inner : [own, ...inner];
  }
  return isObject(value)
    ? Object.entries(value).flatMap(([name, one]) => lists(one, [...path, name]))
    : [];
}

function cutAt<Value extends Json>(
  value: Value,
  path: readonly (string | number)[],
  shown: number,
): Value;
function cutAt(value: Json, [step, ...rest]: readonly (string | number)[], shown: number): Json {
  if (step === undefined) return Array.isArray(value) ? value.slice(0, shown) : value;
  if (Array.isArray(value))
    return value.map((item: Json, i) => (i === step ? cutAt(item, rest, shown) : item));
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, one]) => [
          name,
          name === step ? cutAt(one, rest, shown) : one,
        ]),
      )
    : value;
}
