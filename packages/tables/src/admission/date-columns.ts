import { dateFormatIn, yearPivot } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { literal } from '../database/sql.ts';
import { cells, keptAsText, type Note } from './column-notes.ts';
import { isMissing } from './missing-words.ts';

/** One or two digits, twice, and the year. */
const dateForm = String.raw`([0-9]{1,2})[/.-]([0-9]{1,2})[/.-]([0-9]{4}|[0-9]{2})(?:(?:T|,?[ \t]+).*)?`;
const dateLike = new RegExp(dateFormatIn('dmy').form);

/** A column whose dates begin with their day or month, by the present cells of its sample. */
export const isDateColumn = (present: readonly string[]): boolean =>
  present.length > 0 &&
  present.filter((cell) => dateLike.test(cell)).length >= 0.9 * present.length;

interface DateColumn {
  readonly field: string;
  readonly name: string;
}

/**
 * How many cells of a date column are present, can begin with the day, with the month, with one of
 * them alone, and have points; how many years have two digits, of these how many lie between 40 and
 * 69, whose century nothing shows; and how many are of the Thai calendar.
 */
interface DateEvidence extends DateColumn {
  readonly present: number;
  readonly day: number;
  readonly month: number;
  readonly dayAlone: number;
  readonly monthAlone: number;
  readonly dotted: number;
  readonly short: number;
  readonly unclear: number;
  readonly thai: number;
  /** Cells with a time of day. */
  readonly clock: number;
  /** Cells that are no date in either order. */
  readonly impossible: number;
}

/** Asks all cells of the columns. */
export async function askForDates(
  connection: DuckDBConnection,
  table: string,
  columns: readonly DateColumn[],
): Promise<DateEvidence[]> {
  if (columns.length === 0) return [];
  const form = literal(`^${dateForm}$`);
  const like = literal(dateFormatIn('dmy').form);
  const asked = columns.flatMap(({ field }) => {
    const text = `trim(${field})`;
    const present = `(${field} is not null and ${text} <> '' and not ${isMissing(text)})`;
    const part = (n: number): string =>
      `try_cast(regexp_extract(${text}, ${form}, ${n}) as integer)`;
    const is = `regexp_full_match(${text}, ${like})`;
    const short = `strlen(regexp_extract(${text}, ${form}, 3)) = 2`;
    const year = `(${part(3)} + if(${short}, if(${part(3)} < ${yearPivot}, 2000, 1900), 0))`;
    const exists = (m: number, d: number): string =>
      `(${is} and ${part(m)} between 1 and 12 and try(make_date(${year}, ${part(m)}, ${part(d)})) is not null)`;
    const [day, month] = [exists(2, 1), exists(1, 2)];
    return [
      'true',
      day,
      month,
      `${day} and not ${month}`,
      `${month} and not ${day}`,
      `contains(${text}, '.') and not contains(${text}, '/')`,
      short,
      `${short} and ${part(3)} between 40 and 69`,
      `${part(3)} between 2400 and 2700`,
      `contains(${text}, ':')`,
      `${is} and not ${day} and not ${month}`,
    ].map((condition) => `count_if(${present} and ${condition})::double`);
  });
  const [row = []] = (
    await connection.runAndReadAll(`select ${asked.join(', ')} from ${table}`)
  ).getRows();
  return columns.map(({ field, name }, i) => {
    const [
      present = 0,
      day = 0,
      month = 0,
      dayAlone = 0,
      monthAlone = 0,
      dotted = 0,
      short = 0,
      unclear = 0,
      thai = 0,
      clock = 0,
      impossible = 0,
    ] = row.slice(11 * i, 11 * i + 11).map(Number);
    const orders = { day, month, dayAlone, monthAlone, dotted };
    return { field, name, present, ...orders, short, unclear, thai, clock, impossible };
  });
}

/** All cells can be read the first way, and some only that way. */
const saysDay = ({ present, day, dayAlone }: DateEvidence): boolean =>
  day === present && dayAlone > 0;
const saysMonth = ({ present, month, monthAlone }: DateEvidence): boolean =>
  month === present && monthAlone > 0;

interface DateDecision {
  /** By field: the order of the columns that leave one, and whether they hold times of day. */
  readonly read: ReadonlyMap<string, { readonly order: 'dmy' | 'mdy'; readonly clock: boolean }>;
  /** Of the file. */
  readonly order: 'dmy' | 'mdy' | null;
  readonly notes: readonly Note[];
}

/** The order of day and month of each date column, where it, another one or a person says it. */
export function decideDates(
  dates: readonly DateEvidence[],
  stated: 'dmy' | 'mdy' | undefined,
): DateDecision {
  const dayFirst = dates.some(saysDay) || dates.some(({ present, dotted }) => dotted === present);
  const monthFirst = dates.some(saysMonth);
  const ofFile =
    stated ?? (dayFirst && !monthFirst ? 'dmy' : monthFirst && !dayFirst ? 'mdy' : null);
  const read = new Map<string, { order: 'dmy' | 'mdy'; clock: boolean }>();
  const notes: Note[] = [];
  let order: 'dmy' | 'mdy' | null = null;
  for (const date of dates) {
    const { field, name, present, short, unclear, thai, clock } = date;
    const way = saysDay(date)
      ? 'dmy'
      : saysMonth(date)
        ? 'mdy'
        : date.dotted === present
          ? 'dmy'
          : ofFile;
    if (date.impossible > 0)
      notes.push(
        keptAsText(
          name,
          date.impossible,
          date.impossible === 1 ? 'names a day that does not exist' : 'name days that do not exist',
        ),
      );
    if (way === null || (way === 'dmy' ? date.day : date.month) !== present) continue;
    if (stated === undefined && 2 * thai > present) {
      notes.push(
        keptAsText(
          name,
          thai,
          'have years around 2560, as the Thai calendar counts them, and may be of 543 years before',
        ),
      );
      continue;
    }
    if (stated === undefined && unclear > 0) {
      notes.push(
        keptAsText(
          name,
          unclear,
          unclear === 1
            ? 'is a date with a year of two digits whose century is not clear'
            : 'are dates with years of two digits whose century is not clear',
        ),
      );
      continue;
    }
    read.set(field, { order: way, clock: clock > 0 });
    order ??= way;
    const first = way === 'dmy' ? 'day' : 'month';
    const of = present === 1 ? 'is read as a date that begins' : 'are read as dates that begin';
    notes.push({
      code: 'interpreted',
      message:
        `${cells(present)} ${of} with the ${first}.` +
        (short === 0 ? '' : ' Years of two digits are read as 1969 to 2068.') +
        (clock === 0 || clock === present ? '' : ' Those without a time are read as midnight.'),
      column: name,
      count: present,
      rows: [],
      examples: [],
    });
  }
  return { read, order, notes };
}
