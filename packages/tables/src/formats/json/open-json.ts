import { AppError } from '@columnist/contract';
import { maxColumns } from '../../admission/scan-records.ts';
import { numberText } from '../canonical-text.ts';
import { batchRows, formatNote, type Cell, type TypedTable } from '../typed-table.ts';
import { PathFacts } from './path-facts.ts';
import { FirstList } from './first-list.ts';
import { recordsOf, type RawRecord } from './find-records.ts';
import { tooManyNames } from './split-values.ts';
import { countNames, ExactNumber, isList, isObject, jsonText, type Json } from './parse-value.ts';

/** What a person may say of how nested records become rows. */
export interface JsonOptions {
  /** The list of records to read, by its path; '' for the file itself. */
  readonly table?: string | undefined;
  /** The list within every record that gives a row for each of its entries, by its path. */
  readonly explode?: string | undefined;
}

/** Values of a record by their paths, whose names are joined by a sign that no name has. */
type Flat = Map<string, Json>;
const between = '\u0000';

/**
 * Opens JSON: a list of records, one record a line, columns, or a list within an object. Values
 * within objects become columns named by their path, as `address.city`. Throws invalid_file.
 */
export async function openJson(path: string, options: JsonOptions = {}): Promise<TypedTable> {
  const { records, said } = await recordsOf(path, options.table ?? '');
  const facts = new Map<string, PathFacts>();
  const exploded = options.explode?.split('.').join(between);
  let [rows, twice, seenList] = [0, 0, false];
  let header: readonly string[] | null = null;
  const first = new FirstList();
  for await (const record of records()) {
    if (record.names !== null && countNames(record.value) < record.names) twice += 1;
    first.push(record.value);
    for (const flat of flatten(record, exploded)) {
      rows += 1;
      for (const [path_, value] of flat) {
        let fact = facts.get(path_);
        if (fact === undefined) {
          if (facts.size >= maxColumns) throw tooManyNames();
          fact = new PathFacts();
          facts.set(path_, fact);
        }
        if (path_ === exploded) seenList = true;
        fact.add(value, rows === 1 && first.mayBeNames);
      }
    }
  }
  if (
    exploded !== undefined &&
    !seenList &&
    ![...facts.keys()].some((name) => name.startsWith(`${exploded}${between}`))
  )
    throw new AppError(
      'invalid_input',
      `No record has a list '${(options.explode ?? '').slice(0, 100)}'.`,
      {
        errors: [
          {
            field: 'explode',
            message: `Name one of ${
              [...facts]
                .filter(([, fact]) => fact.lists > 0)
                .slice(0, 20)
                .map(([name]) => nameOf(name))
                .join(', ') || 'none'
            }.`,
          },
        ],
      },
    );
  if (facts.size === 0)
    throw new AppError('invalid_file', 'The file has no records with values.', {
      fix: 'Import a list of objects, or one object a line.',
    });
  if (rows > 1) header = first.names([...facts.values()].some((fact) => fact.isTyped));
  const columns = [...facts].map(([name, fact], i) =>
    fact.column(header?.[i] ?? nameOf(name), header !== null),
  );
  const paths = [...facts.keys()];
  return {
    columns: columns.map(({ column }) => column),
    notes: [
      ...(said === null ? [] : [formatNote('keys_found', said, null, 1)]),
      ...columns.flatMap(({ notes }) => notes),
      ...(header === null
        ? []
        : [
            formatNote(
              'header_found',
              `The first list has ${first.hasNumbers ? 'names' : 'names alone'} and is read as the names of the columns.`,
              null,
              1,
            ),
          ]),
      ...(twice === 0
        ? []
        : [
            formatNote(
              'duplicate_names',
              `${twice === 1 ? '1 record states' : `${twice} records state`} a name twice: its last value is taken.`,
              null,
              twice,
            ),
          ]),
    ],
    rows: () => rowsOf(records, exploded, paths, columns, header !== null),
  };
}

async function* rowsOf(
  records: () => AsyncIterable<RawRecord> | Iterable<RawRecord>,
  exploded: string | undefined,
  paths: readonly string[],
  columns: readonly { readonly cell: (text: string) => Cell }[],
  skipFirst: boolean,
): AsyncGenerator<Cell[][]> {
  let batch: Cell[][] = [];
  let skipped = !skipFirst;
  for await (const record of records()) {
    if (!skipped) {
      skipped = true;
      continue;
    }
    for (const flat of flatten(record, exploded)) {
      batch.push(
        paths.map((path, i) => {
          const value = flat.get(path) ?? null;
          return value === null || Number.isNaN(value)
            ? null
            : (columns[i]?.cell(textOf(value)) ?? null);
        }),
      );
      if (batch.length >= batchRows) {
        yield batch;
        batch = [];
      }
    }
  }
  if (batch.length > 0) yield batch;
}

/** The text of a value in a cell. */
export function textOf(value: Json): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numberText(value);
  if (value instanceof ExactNumber) return value.text;
  return typeof value === 'boolean' ? String(value) : jsonText(value);
}

const nameOf = (path: string): string => path.split(between).join('.');

/** A record as rows: one, or one for each entry of the list that is spread. */
function flatten({ value }: RawRecord, exploded: string | undefined): Flat[] {
  const flat: Flat = new Map();
  if (isObject(value)) addObject(flat, value, '');
  else if (isList(value)) value.forEach((one, i) => flat.set(`column_${i + 1}`, one));
  else flat.set('value', value);
  const list = exploded === undefined ? undefined : flat.get(exploded);
  if (exploded === undefined || list === undefined || !isList(list)) return [flat];
  flat.delete(exploded);
  if (list.length === 0) return [flat.set(exploded, null)];
  return list.map((entry) => {
    const row: Flat = new Map(flat);
    if (isObject(entry) && entry.size > 0) addObject(row, entry, `${exploded}${between}`);
    else row.set(exploded, entry);
    return row;
  });
}

/** An object without names is kept as its text. */
function addObject(flat: Flat, object: ReadonlyMap<string, Json>, above: string): void {
  for (const [name, value] of object)
    if (isObject(value) && value.size > 0) addObject(flat, value, `${above}${name}${between}`);
    else flat.set(`${above}${name}`, value);
}
