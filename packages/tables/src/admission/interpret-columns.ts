import type { DuckDBConnection } from '@duckdb/node-api';
import { literal } from '../database/sql.ts';
import { allMissing } from './classify-values.ts';
import { cells, keptAsText, type Note } from './column-notes.ts';
import { decideMarks, type MarkDecision } from './decide-marks.ts';
import { askForMarks, asksForMarks, numberColumnOf, plainNumber } from './number-marks.ts';
import { readNamedDates } from './named-dates.ts';
import { oneOf } from './plain-reading.ts';

/** What a person may state about how cells are written. */
export interface StatedWriting {
  readonly decimal_mark?: '.' | ',' | undefined;
  readonly date_order?: 'dmy' | 'mdy' | undefined;
  /** Columns to be kept as text, whatever they look like. */
  readonly text_columns?: readonly string[] | undefined;
}

/** A table of text fields, and what is known of it. */
export interface TextColumns {
  /** SQL of the table. */
  readonly table: string;
  readonly names: readonly string[];
  /** The first cells of each column as text; of one that is empty there, cells from further on. */
  readonly samples: readonly (readonly string[])[];
  /** Of the file. */
  readonly delimiter: string;
}

export interface Interpreted {
  /** SQL of the table with its cells written the plain way. */
  readonly table: string;
  readonly decimalMark: '.' | ',';
  readonly dateOrder: 'dmy' | 'mdy' | null;
  /** Names of columns that are kept as text, whatever they look like. */
  readonly asText: ReadonlySet<string>;
  /** Names of columns whose cells are rewritten as plain numbers. */
  readonly asNumbers: readonly string[];
  /** What decides on the numbers. */
  readonly marks: MarkDecision;
  /** Whether all cells of the number columns were looked at. */
  readonly numbersAsked: boolean;
  readonly notes: Note[];
}

const dateForm = String.raw`([0-9]{1,2})([/.-])([0-9]{1,2})[/.-]([0-9]{4})((?:[ T][0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?)?)`;
const dateLike = new RegExp(`^${dateForm}$`);

interface DateColumn {
  readonly field: string;
  readonly name: string;
}

/**
 * How many cells of a date column are present, can begin with the day, with the month, with one of
 * them alone, and have points.
 */
interface DateEvidence extends DateColumn {
  readonly present: number;
  readonly day: number;
  readonly month: number;
  readonly dayAlone: number;
  readonly monthAlone: number;
  readonly dotted: number;
}

/**
 * Columns whose numbers have decimal commas, thousands separators or one currency beside them, or
 * whose dates begin with the
 * day or the month, where the whole column (or another one of the file, or a person) leaves one way
 * to read them. Others stay
 * as they are. With `late` the number columns are looked at whatever their samples show. Columns of
 * `kept` show what they
 * show, but are no numbers by other rules and stay as they are.
 */
export async function interpretColumns(
  connection: DuckDBConnection,
  { table, names, samples, delimiter }: TextColumns,
  stated: StatedWriting,
  late = false,
  kept: ReadonlySet<string> = new Set(),
): Promise<Interpreted> {
  const columns = names.map((name, i) => ({
    field: `c${i + 1}`,
    name,
    present:
      stated.text_columns?.includes(name) === true
        ? []
        : (samples[i] ?? [])
            .map((cell) => cell.trim())
            .filter((cell) => cell !== '' && !allMissing.includes(cell)),
  }));
  const isDate = (present: readonly string[]): boolean =>
    present.length > 0 &&
    present.filter((cell) => dateLike.test(cell)).length >= 0.9 * present.length;
  const dates = await askForDates(
    connection,
    table,
    columns.filter(({ present }) => isDate(present)),
  );
  const numbers = columns.flatMap(({ field, name, present }) =>
    isDate(present) ? [] : (numberColumnOf(field, name, present) ?? []),
  );
  const sampled = columns
    .filter(({ field }) => numbers.some((one) => one.field === field && one.beside !== '%'))
    .map(({ present }) => present);
  const numbersAsked =
    numbers.length > 0 &&
    (late ||
      numbers.some(({ beside }) => beside !== null && beside !== '%') ||
      asksForMarks(sampled, stated.decimal_mark));
  const evidence = numbersAsked ? await askForMarks(connection, table, numbers) : [];
  const marks: MarkDecision = decideMarks(evidence, stated.decimal_mark, delimiter);
  const read = readDates(dates, stated.date_order);
  const rewritten = new Map([
    ...numbers.flatMap((column) =>
      [marks.read.get(column.field)].flatMap((mark) =>
        mark === undefined || kept.has(column.name)
          ? []
          : [[column.field, plainNumber(column, mark)] as const],
      ),
    ),
    ...read.rewritten,
  ]);
  const unlessMissing = (field: string, expression: string): string =>
    `case when ${oneOf(`trim(${field})`, allMissing)} then ${field} else ${expression} end as ${field}`;
  const selected = columns.map(({ field }) => {
    const expression = rewritten.get(field);
    return expression === undefined ? field : unlessMissing(field, expression);
  });
  const named = await readNamedDates(
    connection,
    rewritten.size === 0 ? table : `(select ${selected.join(', ')} from ${table})`,
    columns.map((column) =>
      rewritten.has(column.field) || kept.has(column.name) ? { ...column, present: [] } : column,
    ),
  );
  return {
    table: named.table,
    decimalMark: marks.mark ?? ([...marks.read.values()].includes(',') ? ',' : '.'),
    dateOrder: read.order ?? stated.date_order ?? null,
    asText: new Set([...marks.asText, ...kept]),
    asNumbers: numbers
      .filter(({ field, name }) => marks.read.has(field) && !kept.has(name))
      .map(({ name }) => name),
    marks,
    numbersAsked,
    notes: [
      ...marks.notes.filter(({ column }) => !kept.has(column ?? '')),
      ...evidence.flatMap(({ name, present }) =>
        kept.has(name)
          ? [
              keptAsText(
                name,
                present,
                present === 1
                  ? 'looks like a number, but is none'
                  : 'look like numbers, but some are none, such as codes with leading zeros',
              ),
            ]
          : [],
      ),
      ...read.notes,
      ...named.notes,
    ],
  };
}

/** All cells can be read the first way, and some only that way. */
const saysDay = ({ present, day, dayAlone }: DateEvidence): boolean =>
  day === present && dayAlone > 0;
const saysMonth = ({ present, month, monthAlone }: DateEvidence): boolean =>
  month === present && monthAlone > 0;

/** SQL of the date columns that leave one order of day and month, year first. */
function readDates(
  dates: readonly DateEvidence[],
  stated: 'dmy' | 'mdy' | undefined,
): { rewritten: Map<string, string>; order: 'dmy' | 'mdy' | null; notes: Note[] } {
  const dayFirst = dates.some(saysDay) || dates.some(({ present, dotted }) => dotted === present);
  const monthFirst = dates.some(saysMonth);
  const ofFile =
    stated ?? (dayFirst && !monthFirst ? 'dmy' : monthFirst && !dayFirst ? 'mdy' : null);
  const rewritten = new Map<string, string>();
  const notes: Note[] = [];
  let order: 'dmy' | 'mdy' | null = null;
  for (const date of dates) {
    const { field, name, present } = date;
    const way = saysDay(date)
      ? 'dmy'
      : saysMonth(date)
        ? 'mdy'
        : date.dotted === present
          ? 'dmy'
          : ofFile;
    if (way === null || (way === 'dmy' ? date.day : date.month) !== present) continue;
    const part = (n: number): string =>
      `regexp_extract(trim(${field}), ${literal(`^${dateForm}$`)}, ${n})`;
    const [day, month] = way === 'dmy' ? [1, 3] : [3, 1];
    rewritten.set(
      field,
      `case when regexp_full_match(trim(${field}), ${literal(dateForm)}) then ${part(4)} ` +
        `|| '-' || lpad(${part(month)}, 2, '0') || '-' || lpad(${part(day)}, 2, '0') || ` +
        `${part(5)} else ${field} end`,
    );
    order ??= way;
    const first = way === 'dmy' ? 'day' : 'month';
    notes.push({
      code: 'interpreted',
      message:
        `${cells(present)} ` +
        `${present === 1 ? `is read as a date that begins with the ${first}` : `are read as dates that begin with the ${first}`}.`,
      column: name,
      count: present,
      rows: [],
      examples: [],
    });
  }
  return { rewritten, order, notes };
}

async function askForDates(
  connection: DuckDBConnection,
  table: string,
  columns: readonly DateColumn[],
): Promise<DateEvidence[]> {
  if (columns.length === 0) return [];
  const asked = columns.flatMap(({ field }) => {
    const text = `trim(${field})`;
    const present = `(${field} is not null and ${text} <> '' and not ${oneOf(text, allMissing)})`;
    const part = (n: number): string =>
      `try_cast(regexp_extract(${text}, ${literal(`^${dateForm}$`)}, ${n}) as integer)`;
    const is = `regexp_full_match(${text}, ${literal(dateForm)})`;
    const day = `(${is} and ${part(3)} between 1 and 12 and ${part(1)} between 1 and 31)`;
    const month = `(${is} and ${part(1)} between 1 and 12 and ${part(3)} between 1 and 31)`;
    return [
      'true',
      day,
      month,
      `${day} and not ${month}`,
      `${month} and not ${day}`,
      `contains(${text}, '.')`,
    ].map((condition) => `count_if(${present} and ${condition})::double`);
  });
  const [row = []] = (
    await connection.runAndReadAll(`select ${asked.join(', ')} from ${table}`)
  ).getRows();
  return columns.map(({ field, name }, i) => {
    const [present = 0, day = 0, month = 0, dayAlone = 0, monthAlone = 0, dotted = 0] = row
      .slice(6 * i, 6 * i + 6)
      .map(Number);
    return { field, name, present, day, month, dayAlone, monthAlone, dotted };
  });
}
