import { ExactNumber, isList, isObject, type Json, type JsonObject } from './parse-value.ts';

/** Records that an object holds otherwise than as a list of them. */
export interface FoundRecords {
  readonly records: readonly Json[];
  /** How they were read, where another way would do as well. */
  readonly said?: string;
}

/** The table that an object is as a whole, in one of the forms that pandas writes. */
export function frameOf(whole: JsonObject): FoundRecords | null {
  const records = ofSplit(whole) ?? ofTableSchema(whole) ?? ofLists(whole) ?? ofCounted(whole);
  return records === null ? null : { records };
}

const nameOf = (value: Json): string | null =>
  typeof value === 'string'
    ? value
    : typeof value === 'number'
      ? String(value)
      : value instanceof ExactNumber
        ? value.text
        : null;

/** A name of one text or number, or of several levels. */
const nameOfLevels = (value: Json): string | null => {
  const levels = isList(value) ? value.map(nameOf) : [nameOf(value)];
  return levels.length === 0 || levels.includes(null) ? null : levels.join('.');
};

/** The names, each once: one that is taken gets a number. */
function eachOnce(names: readonly string[]): string[] {
  const taken = new Set(names);
  const given = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let number = 2; given.has(free) || (free !== name && taken.has(free)); number += 1)
      free = `${name}_${number}`;
    given.add(free);
    return free;
  });
}

const isCounted = (keys: readonly Json[]): boolean =>
  keys.every((key, i) => nameOf(key) === String(i));

/** Of `{"columns": […], "index": […], "data": [[…], …]}`, as pandas writes it with orient='split'. */
function ofSplit(whole: JsonObject): Json[] | null {
  const [columns, data] = [whole.get('columns') ?? null, whole.get('data') ?? null];
  if (!isList(columns) || !isList(data)) return null;
  const names = columns.flatMap((one) => nameOfLevels(one) ?? []);
  if (names.length !== columns.length) return null;
  if (!data.every((row) => isList(row) && row.length === columns.length)) return null;
  const stated = whole.get('index') ?? null;
  const keys =
    isList(stated) && stated.length === data.length && !isCounted(stated)
      ? stated.map((key) => (isList(key) ? key : [key]))
      : [];
  const levels = keys[0]?.length ?? 0;
  if (!keys.every((key) => key.length === levels)) return null;
  const all = eachOnce([
    ...Array.from({ length: levels }, (_, i) => (levels === 1 ? 'index' : `level_${i}`)),
    ...names,
  ]);
  return data.map((row, i) => {
    const cells = [...(keys[i] ?? []), ...(isList(row) ? row : [])];
    return new Map(all.map((name, place) => [name, cells[place] ?? null]));
  });
}

/** Of `{"schema": {"fields": …}, "data": […]}`, a Table Schema of Frictionless Data. */
function ofTableSchema(whole: JsonObject): readonly Json[] | null {
  const [schema, data] = [whole.get('schema') ?? null, whole.get('data') ?? null];
  return isObject(schema) && isList(schema.get('fields') ?? null) && isList(data) ? data : null;
}

/** Of `{"a": [1, 2], "b": [3, 4]}`: columns with as many values. */
function ofLists(whole: JsonObject): Json[] | null {
  const columns = [...whole];
  const [[, first] = ['', null]] = columns;
  if (!isList(first) || first.length === 0) return null;
  if (!columns.every(([, of]) => isList(of) && of.length === first.length && of.every(isPlain)))
    return null;
  return first.map(
    (_, row) => new Map(columns.map(([name, of]) => [name, isList(of) ? (of[row] ?? null) : null])),
  );
}

/** Of `{"a": {"0": 1, "1": 2}, …}`: columns by the number of the row. */
function ofCounted(whole: JsonObject): Json[] | null {
  const objects = objectsOf(whole);
  if (objects === null || !isCounted(objects.keys)) return null;
  return objects.all.every(([, of]) => [...of.values()].every(isPlain))
    ? turned(objects).map(([, cells]) => cells)
    : null;
}

const isPlain = (value: Json): boolean => !isObject(value);

interface Objects {
  readonly all: readonly (readonly [name: string, of: JsonObject])[];
  /** The names that each of them has, in the order of the first. */
  readonly keys: readonly string[];
}

/** The objects of an object that holds nothing else, where all have the same names. */
function objectsOf(whole: JsonObject): Objects | null {
  const all = [...whole].flatMap(([name, of]) => (isObject(of) ? [[name, of] as const] : []));
  const keys = [...(all[0]?.[1].keys() ?? [])];
  const alike = all.every(([, of]) => of.size === keys.length && keys.every((key) => of.has(key)));
  return all.length === whole.size && keys.length > 0 && alike ? { all, keys } : null;
}

/** Rows of columns: each key with the values that it has in all of them. */
const turned = ({ all, keys }: Objects): (readonly [key: string, cells: JsonObject])[] =>
  keys.map((key) => [key, new Map(all.map(([name, of]) => [name, of.get(key) ?? null]))] as const);

/**
 * Of an object of objects with the same names, `{"x1": {"town": "Oslo", "n": 1}, "x2": …}`: rows by
 * their keys, or columns by the keys of rows, as pandas writes it with orient='index' or 'columns'.
 * They are columns where the values of each are of one kind and those of a row are not. The keys
 * become a column.
 */
export function keyedRecords(whole: JsonObject): FoundRecords | null {
  const objects = objectsOf(whole);
  if (objects === null || objects.all.length < 2) return null;
  const across = turned(objects);
  const areColumns =
    objects.all.every(([, of]) => [...of.values()].every(isPlain)) &&
    objects.all.every(([, of]) => isOfOneKind(of)) &&
    !across.every(([, of]) => isOfOneKind(of));
  const rows = areColumns ? across : objects.all;
  const names = new Set(areColumns ? whole.keys() : objects.keys);
  let key = 'index';
  for (let number = 2; names.has(key); number += 1) key = `index_${number}`;
  const areWhole = rows.every(([name]) => /^(?:0|-?[1-9]\d{0,14})$/.test(name));
  const shown = rows.slice(0, 3).map(([name]) => `'${name.slice(0, 40)}'`);
  return {
    records: rows.map(
      ([name, cells]) => new Map<string, Json>([[key, areWhole ? Number(name) : name], ...cells]),
    ),
    said:
      `The file is an object of objects with the same names. ${shown.join(', ')}` +
      `${rows.length > 3 ? ` and ${rows.length - 3} more` : ''} are read as the keys of its rows, ` +
      `in the column '${key}'.`,
  };
}

/** Whether no two values of an object are of different kinds; missing ones are of any. */
function isOfOneKind(of: JsonObject): boolean {
  const kinds = [...of.values()].flatMap((value) =>
    value === null ? [] : [value instanceof ExactNumber ? 'number' : typeof value],
  );
  return new Set(kinds).size <= 1;
}
