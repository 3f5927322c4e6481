import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { maxColumns } from '../../admission/scan-records.ts';
import type { TableFound } from '../typed-table.ts';
import { isList, isObject, parseValue, type Json } from './parse-value.ts';
import { mostOfWhole, notJson, splitValues, tooManyNames } from './split-values.ts';

/** A record of a file, or a list of cells, with what its text says of its names. */
export interface RawRecord {
  readonly value: Json;
  readonly names: number | null;
}

/** Lists of records within a file, by the path of names to each; '' for the file itself. */
export async function listJson(path: string): Promise<TableFound[]> {
  if (beginsWith(path) === '[' || (await isLines(path)))
    return [{ name: '', rows: null, columns: null }];
  return tablesIn(await wholeOf(path)).map(({ name, records }) => ({
    name,
    rows: records.length,
    columns: null,
  }));
}

/** The records of a table of the file, from the first one each time. Throws invalid_file. */
export async function recordsOf(
  path: string,
  table: string,
): Promise<() => AsyncIterable<RawRecord> | Iterable<RawRecord>> {
  const isListOfRecords = beginsWith(path) === '[';
  if (isListOfRecords || (await isLines(path)))
    return async function* records(): AsyncGenerator<RawRecord> {
      let record = 0;
      for await (const { names, columns, ...piece } of splitValues(path, isListOfRecords)) {
        record += 1;
        // Before it is parsed, which takes many times as long.
        if (columns > maxColumns) throw tooManyNames();
        yield { value: parseValue(piece, record), names };
      }
    };
  const tables = tablesIn(await wholeOf(path));
  const found = tables.find(({ name }) => name === table);
  if (found === undefined)
    throw notJson(
      `it has no list of records '${table.slice(0, 100)}'; it has ${
        tables
          .slice(0, 20)
          .map(({ name }) => `'${name}'`)
          .join(', ') || 'none'
      }`,
    );
  return () => found.records.map((value) => ({ value, names: null }));
}

/** The first sign that is no space. */
function beginsWith(path: string): string {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(64 * 1024);
    const text = head.subarray(0, readSync(file, head, 0, head.length, 0)).toString('utf8');
    return text
      .replace(/^\ufeff/, '')
      .trimStart()
      .slice(0, 1);
  } finally {
    closeSync(file);
  }
}

/** Whether there are several values one after the other: one alone is the whole file. */
async function isLines(path: string): Promise<boolean> {
  let values = 0;
  for await (const { text } of splitValues(path, false)) {
    values += 1;
    if (values > 1) return true;
    if (!text.startsWith('{')) throw notJson('it is a single value');
  }
  if (values === 0) throw notJson('it is empty');
  return false;
}

async function wholeOf(path: string): Promise<Json> {
  if (statSync(path).size > mostOfWhole + 1024)
    throw notJson(`it is one object of more than ${mostOfWhole} bytes, not a list of records`);
  for await (const piece of splitValues(path, false)) return parseValue(piece, 1);
  throw notJson('it is empty');
}

interface TableIn {
  readonly name: string;
  readonly records: readonly Json[];
}

/** What of an object is a table: records at a path of names, columns, or the object itself. */
function tablesIn(whole: Json): TableIn[] {
  if (!isObject(whole)) throw notJson('it is a single value');
  const columns = ofSplit(whole) ?? ofTableSchema(whole) ?? ofColumns(whole);
  if (columns !== null) return [{ name: '', records: columns }];
  const found: TableIn[] = [];
  const search = (value: Json, names: readonly string[]): void => {
    if (isList(value) && value.length > 0 && value.every((one) => isObject(one) || isList(one)))
      found.push({ name: names.join('.'), records: value });
    else if (isObject(value) && names.length < 8)
      for (const [name, of] of value) search(of, [...names, name]);
  };
  search(whole, []);
  return found.length === 0 ? [{ name: '', records: [whole] }] : found;
}

/** Of `{"columns": […], "data": [[…], …]}`, as pandas writes it with orient='split'. */
function ofSplit(whole: ReadonlyMap<string, Json>): Json[] | null {
  const [columns, data] = [whole.get('columns') ?? null, whole.get('data') ?? null];
  if (!isList(columns) || !isList(data) || !columns.every((one) => typeof one === 'string'))
    return null;
  if (!data.every((row) => isList(row) && row.length === columns.length)) return null;
  return data.map(
    (row) => new Map(columns.map((name, i) => [name, isList(row) ? (row[i] ?? null) : null])),
  );
}

/** Of `{"schema": {"fields": …}, "data": […]}`, a Table Schema of Frictionless Data. */
function ofTableSchema(whole: ReadonlyMap<string, Json>): readonly Json[] | null {
  const [schema, data] = [whole.get('schema') ?? null, whole.get('data') ?? null];
  return isObject(schema) && isList(schema.get('fields') ?? null) && isList(data) ? data : null;
}

/** Of `{"a": [1, 2], "b": [3, 4]}` or `{"a": {"0": 1, "1": 2}, …}`: columns with as many values. */
function ofColumns(whole: ReadonlyMap<string, Json>): Json[] | null {
  const columns = [...whole];
  if (columns.length === 0) return null;
  const isPlain = (value: Json): boolean => !isObject(value);
  const [[, first] = ['', null]] = columns;
  if (columns.every(([, of]) => isList(of) && of.length > 0 && of.every(isPlain))) {
    const length = isList(first) ? first.length : 0;
    if (columns.every(([, of]) => isList(of) && of.length === length))
      return Array.from(
        { length },
        (_, row) =>
          new Map(columns.map(([name, of]) => [name, isList(of) ? (of[row] ?? null) : null])),
      );
    return null;
  }
  if (!isObject(first) || first.size === 0) return null;
  const keys = [...first.keys()];
  if (
    !columns.every(
      ([, of]) =>
        isObject(of) &&
        of.size === keys.length &&
        keys.every((key) => of.has(key)) &&
        [...of.values()].every(isPlain),
    ) ||
    !keys.every((key, i) => key === String(i))
  )
    return null;
  return keys.map(
    (key) =>
      new Map(columns.map(([name, of]) => [name, isObject(of) ? (of.get(key) ?? null) : null])),
  );
}
