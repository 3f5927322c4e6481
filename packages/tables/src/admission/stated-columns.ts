import type { CellReading, DateOrder, Reading } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { literal } from '../database/sql.ts';
import { askColumns } from '../database/ask-columns.ts';
import type { Layers, Part } from '../database/layers.ts';
import { writePlainly } from '../reading/write-plainly.ts';
import { cells, type Note } from './column-notes.ts';
import { isMissing, isMissingCell } from './missing-words.ts';
import { askForMarks } from './number-marks.ts';
import { looseNumber, statedNumber, type NumberColumn } from './number-writing.ts';
import { oneOf } from './plain-reading.ts';

interface Marks {
  readonly decimalMark: '.' | ',';
  readonly dateOrder: DateOrder | null;
}

/** A column whose reading a person states, with what was found of how it is written. */
interface StatedColumn {
  readonly field: string;
  readonly name: string;
  readonly as: CellReading;
  /** Texts that mean a missing value. */
  readonly missing: readonly string[];
  readonly number: NumberColumn;
  /** Whether every cell is a number as a plain text has it, so that nothing is to be looked for. */
  readonly isPlain: boolean;
  readonly marks: Partial<Marks>;
}

/** By name: the columns whose reading is stated; text without missing words is no reading. */
export function statedColumnsOf(
  names: readonly string[],
  samples: readonly (readonly string[])[],
  { read_columns: stated = [] }: { readonly read_columns?: Reading['read_columns'] },
): ReadonlyMap<string, StatedColumn> {
  return new Map(
    stated.flatMap(({ column, as, missing = [], decimal_mark, date_order }) => {
      const place = names.indexOf(column);
      if (place < 0 || (as === 'text' && missing.length === 0)) return [];
      const field = `c${place + 1}`;
      const present = (samples[place] ?? [])
        .map((cell) => cell.trim())
        .filter((cell) => !isMissingCell(cell));
      const one: StatedColumn = {
        field,
        name: column,
        as,
        missing,
        number: looseNumber(field, column, present),
        isPlain: false,
        marks: {
          ...(decimal_mark === undefined ? {} : { decimalMark: decimal_mark }),
          ...(date_order === undefined ? {} : { dateOrder: date_order }),
        },
      };
      return [[column, one] as const];
    }),
  );
}

/** The value of a cell as plain text, NULL where it says none; the text is a column. */
export function statedText(
  { field, as, missing, number, isPlain, marks }: StatedColumn & { readonly marks: Marks },
  text: Part,
  layers: Layers,
): Part {
  const value: Part =
    as === 'text'
      ? { ...text, text: field }
      : as === 'number'
        ? {
            ...text,
            text: isPlain
              ? `nullif(trim(${field}), '')`
              : statedNumber({ ...number, field }, marks.decimalMark),
          }
        : writePlainly(text, as, { order: marks.dateOrder, lenient: true }, layers);
  return missing.length === 0
    ? value
    : { ...value, text: `(case when not ${oneOf(text.text, missing)} then ${value.text} end)` };
}

const kinds = {
  text: ['a text', 'texts'],
  number: ['a number', 'numbers'],
  date: ['a date', 'dates'],
  datetime: ['a date with a time', 'dates with times'],
  time: ['a time of day', 'times of day'],
  duration: ['a duration', 'durations'],
  boolean: ['true or false', 'true or false'],
} as const;

/**
 * The columns with those marked whose cells are plain numbers all: what we wrote ourselves, such as
 * combined rows, is read many times faster so. A point is one of decimals only where nothing says
 * otherwise.
 */
async function withPlain(
  connection: DuckDBConnection,
  table: string,
  columns: readonly StatedColumn[],
  { decimalMark }: Marks,
): Promise<StatedColumn[]> {
  const maybe = columns.filter(
    ({ as, missing, number: { beside } }) =>
      as === 'number' && missing.length === 0 && beside === null,
  );
  if (maybe.length === 0) return [...columns];
  const asked = maybe.map(({ field, marks }) => {
    const decimals = (marks.decimalMark ?? decimalMark) === '.' ? String.raw`(?:\.[0-9]+)?` : '';
    const form = `-?(?:0|[1-9][0-9]*)${decimals}`;
    return `bool_and(trim(${field}) = '' or regexp_full_match(trim(${field}), ${literal(form)}))`;
  });
  const [row = []] = (
    await connection.runAndReadAll(`select ${asked.join(', ')} from ${table}`)
  ).getRows();
  const plain = new Set(maybe.filter((_, i) => row[i] === true));
  return columns.map((column) => ({ ...column, isPlain: plain.has(column) }));
}

/** Finds what of the marks is not stated, and says which cells become missing. */
export async function askForStated(
  connection: DuckDBConnection,
  table: string,
  stated: readonly StatedColumn[],
  ofFile: Marks,
): Promise<{ columns: (StatedColumn & { marks: Marks })[]; notes: Note[] }> {
  if (stated.length === 0) return { columns: [], notes: [] };
  const columns = await withPlain(connection, table, stated, ofFile);
  const evidence = await askForMarks(
    connection,
    table,
    columns.filter(({ as, isPlain }) => as === 'number' && !isPlain).map(({ number }) => number),
  );
  const settled = columns.map((column) => {
    const found = evidence.find(({ field }) => field === column.field);
    const shown =
      found === undefined || found.comma === found.point
        ? ofFile.decimalMark
        : found.comma > found.point
          ? (',' as const)
          : ('.' as const);
    return { ...column, marks: { ...ofFile, decimalMark: shown, ...column.marks } };
  });
  const answers = await askColumns(connection, table, settled, (column, field, layers) => {
    const text = layers.hoist({ text: `trim(${field})`, values: [], level: 0 });
    const value = layers.hoist(statedText({ ...column, field }, text, layers));
    const isNone = column.as === 'text' ? 'false' : isMissing(text.text);
    const present = `(${field} is not null and ${text.text} <> '' and not ${isNone})`;
    const lost = `${present} and ${value.text} is null`;
    return [
      `count_if(${present})::double`,
      `count_if(${lost})::double`,
      `min(case when ${lost} then ${text.text} end)`,
    ];
  });
  const notes = settled.flatMap(({ name, as }, i): Note[] => {
    const [present, lost] = (answers[i] ?? []).slice(0, 2).map(Number);
    const example = String(answers[i]?.[2] ?? '').slice(0, 40);
    const [one, many] = kinds[as];
    const common = { column: name, rows: [], examples: [] };
    return [
      ...(as === 'text' || present === undefined || present === lost
        ? []
        : [
            {
              ...common,
              code: 'read_as_stated',
              message: `${cells(present - (lost ?? 0))} ${present - (lost ?? 0) === 1 ? `is read as ${one}` : `are read as ${many}`}, as stated.`,
              count: present - (lost ?? 0),
            },
          ]),
      ...(lost === undefined || lost === 0
        ? []
        : [
            {
              ...common,
              code: 'read_as_missing',
              message: `${cells(lost)} such as '${example}' ${lost === 1 ? `is not ${one} and is` : `are not ${many} and are`} read as missing.`,
              count: lost,
            },
          ]),
    ];
  });
  return { columns: settled, notes };
}
