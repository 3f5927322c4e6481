import { z } from 'zod';
import { titleOfPart } from './part-of-table.ts';

/** Of a result no agent should have to read more at once. */
export const resultBytes = 32 * 1024;
/**
 * Rows of a table of a method in a concise result: all pairs of 15 groups, of more of which none are
 * compared. Longer ones are about single rows of the dataset.
 */
export const conciseRows = 105;
export const untilDetailed = `${conciseRows} rows a table unless detailed`;

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type JsonObject = { readonly [name: string]: Json };

export type Detail = 'concise' | 'detailed';

/** What was cut from a result: the first of a list are shown, or the last of a table of the last. */
export interface Cut {
  readonly field: string;
  /** Title of the table before it was cut. */
  readonly table?: string;
  readonly shown: number;
  readonly of: number;
}
/** Bytes for what is said of a cut. */
const saidBytes = 1024;

/** What people look at rather than read, and code: shown on demand. */
const onDemand: ReadonlySet<string> = new Set([
  'spec',
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
  const cutTo = (path: Path, shown: number, of: number): void => {
    const field = path.join('.');
    const before = cuts.get(field);
    const title = path.at(-1) === 'rows' ? titleAt(fitted, path) : undefined;
    const table = before?.table ?? title;
    const all = before?.of ?? of;
    const part = table === undefined ? null : titleOfPart(table, { shown, of: all });
    cuts.set(field, { field, ...(table === undefined ? {} : { table }), shown, of: all });
    fitted = changeAt(fitted, path, (list) =>
      Array.isArray(list)
        ? part?.fromEnd === true
          ? list.slice(-shown)
          : list.slice(0, shown)
        : list,
    );
    if (part !== null) fitted = changeAt(fitted, [...path.slice(0, -1), 'title'], () => part.title);
  };
  const long = detail === 'detailed' ? [] : longTables(wanted, []);
  for (const { path, length } of long) cutTo(path, conciseRows, length);
  const limit =
    long.length > 0 || sizeOf(fitted) > resultBytes ? resultBytes - saidBytes : resultBytes;
  const isWide = sizeOf(fitted) > limit;
  while (sizeOf(fitted) > limit) {
    const longest = lists(fitted, []).toSorted((a, b) => b.bytes - a.bytes)[0];
    if (longest === undefined || longest.length <= 1) break;
    const excess = sizeOf(fitted) - limit;
    const shown = Math.max(
      1,
      Math.min(
        longest.length - 1,
        Math.floor(longest.length * (1 - excess / longest.bytes) * 0.98),
      ),
    );
    cutTo(longest.path, shown, longest.length);
  }
  if (cuts.size === 0) return { value: fitted, cuts: [] };
  const cut = {
    limit: [
      ...(long.length > 0 ? [untilDetailed] : []),
      ...(isWide ? [`${resultBytes / 1024} KB a result`] : []),
    ].join(', '),
    lists: [...cuts.values()].map((one) => ({ ...one })),
  };
  return { value: { ...withNumbers(fitted, cuts.get('items')), cut }, cuts: [...cuts.values()] };
}

const asObject = z.record(z.string(), z.json());

/** The same of JSON in UTF-8. */
export const fitText = (json: Uint8Array, detail: Detail): JsonObject =>
  fitResult(asObject.parse(JSON.parse(new TextDecoder().decode(json))), detail).value;

/** The numbers of the rows that are shown. */
function withNumbers(value: JsonObject, items: Cut | undefined): JsonObject {
  const { row_numbers: numbers } = value;
  return items !== undefined && Array.isArray(numbers)
    ? { ...value, row_numbers: numbers.slice(0, items.shown) }
    : value;
}

const sizeOf = (value: Json): number => Buffer.byteLength(JSON.stringify(value));
const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function concise(value: JsonObject): JsonObject {
  const entries = Object.entries(value).filter(
    ([name, one]) =>
      (!onDemand.has(name) || typeof one !== 'object') &&
      // Where nothing is tested, what is reported is the sentence.
      !(name === 'apa' && one === value['sentence']),
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

type Path = readonly (string | number)[];

/** The tables of a method's answer, and of its parts, that have more rows than are read at once. */
function longTables(value: Json, path: Path): { readonly path: Path; readonly length: number }[] {
  if (!isObject(value) && !Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, one]: [string, Json]) => {
    const inner = [...path, Array.isArray(value) ? Number(name) : name];
    return name === 'rows' && path.at(-2) === 'tables' && Array.isArray(one)
      ? one.length > conciseRows
        ? [{ path: inner, length: one.length }]
        : []
      : longTables(one, inner);
  });
}

/** The title beside the rows at a path. */
function titleAt(value: Json, path: Path): string | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return undefined;
  if (rest.length === 0)
    return isObject(value) && typeof value['title'] === 'string' ? value['title'] : undefined;
  const inner = Object.entries(value ?? {}).find(([name]) => name === String(step))?.[1];
  return inner === undefined ? undefined : titleAt(inner, rest);
}

function changeAt<Value extends Json>(value: Value, path: Path, change: (at: Json) => Json): Value;
function changeAt(value: Json, [step, ...rest]: Path, change: (at: Json) => Json): Json {
  if (step === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((item: Json, i) => (i === step ? changeAt(item, rest, change) : item));
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, one]) => [
          name,
          name === step ? changeAt(one, rest, change) : one,
        ]),
      )
    : value;
}
