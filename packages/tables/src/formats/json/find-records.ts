import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { maxColumns } from '../../admission/scan-records.ts';
import type { TableFound } from '../typed-table.ts';
import { isList, isObject, parseValue, type Json } from './parse-value.ts';
import { frameOf, keyedRecords, type FoundRecords } from './frame-records.ts';
import { fromFirstValue, mostOfWhole, notJson, splitValues, tooManyNames } from './split-values.ts';

/** A record of a file, or a list of cells, with what its text says of its names. */
export interface RawRecord {
  readonly value: Json;
  readonly names: number | null;
}

/** Lists of records within a file, by the path of names to each; '' for the file itself. */
export async function listJson(path: string): Promise<TableFound[]> {
  if (beginOf(path) !== 'other' || (await isLines(path)))
    return [{ name: '', rows: null, columns: null }];
  return tablesIn(await wholeOf(path)).map(({ name, records }) => ({
    name,
    rows: records.length,
    columns: null,
  }));
}

/** Records from the first one each time, and how they were found where that was not certain. */
interface OpenRecords {
  readonly records: () => AsyncIterable<RawRecord> | Iterable<RawRecord>;
  readonly said: string | null;
}

/** The records of a table of the file. Throws invalid_file. */
export async function recordsOf(path: string, table: string): Promise<OpenRecords> {
  const begin = beginOf(path);
  if (begin !== 'other' || (await isLines(path)))
    return { records: () => piecesOf(path, begin === 'list'), said: null };
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
  return {
    records: () => found.records.map((value) => ({ value, names: null })),
    said: found.said ?? null,
  };
}

/** Records of a list, or one a line, as they are read. */
async function* piecesOf(path: string, isListOfRecords: boolean): AsyncGenerator<RawRecord> {
  let record = 0;
  for await (const { names, columns, ...piece } of splitValues(path, isListOfRecords)) {
    record += 1;
    // Before it is parsed, which takes many times as long.
    if (columns > maxColumns) throw tooManyNames();
    yield { value: parseValue(piece, record), names };
  }
}

/** A list, lists one after the other as `["a", 1]` on every line, or anything else. */
function beginOf(path: string): 'list' | 'lists' | 'other' {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(64 * 1024);
    const text = fromFirstValue(
      head.subarray(0, readSync(file, head, 0, head.length, 0)).toString('utf8'),
    );
    if (!text.startsWith('[')) return 'other';
    return fromFirstValue(text.slice(endOfList(text))).startsWith('[') ? 'lists' : 'list';
  } finally {
    closeSync(file);
  }
}

/** Where the list ends that a text begins with; the end of the text where it does not. */
function endOfList(text: string): number {
  let depth = 0;
  for (const { 0: sign, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/gs)) {
    if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    if (depth === 0) return index + 1;
  }
  return text.length;
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

interface TableIn extends FoundRecords {
  readonly name: string;
}

/** What of an object is a table: records at a path of names, columns, or the object itself. */
function tablesIn(whole: Json): TableIn[] {
  if (!isObject(whole)) throw notJson('it is a single value');
  const frame = frameOf(whole);
  if (frame !== null) return [{ name: '', ...frame }];
  const found: TableIn[] = [];
  const search = (value: Json, names: readonly string[]): void => {
    if (isList(value) && value.length > 0 && value.every((one) => isObject(one) || isList(one)))
      found.push({ name: names.join('.'), records: value });
    else if (isObject(value) && names.length < 8)
      for (const [name, of] of value) search(of, [...names, name]);
  };
  search(whole, []);
  if (found.length > 0) return found;
  return [{ name: '', ...(keyedRecords(whole) ?? { records: [whole] }) }];
}
