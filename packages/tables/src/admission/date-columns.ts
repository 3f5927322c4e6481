import { dateFormatIn, firstInDates, yearPivot, type DateOrder } from '@columnist/contract';
import type { DuckDBConnection } from '@duckdb/node-api';
import { askColumns } from '../database/ask-columns.ts';
import type { Layers } from '../database/layers.ts';
import { literal } from '../database/sql.ts';
import { namesDate, namesOtherCalendar } from './column-names.ts';
import { cells, codeReasons, keptAsText, type Note } from './column-notes.ts';
import { isDay } from '../reading/is-day.ts';
import { isMissing } from './missing-words.ts';
import { thaiYears } from './other-calendars.ts';
import { centuryIsUnclear, endsInYears, yearOf } from './short-years.ts';

/** One or two digits, twice, and the year. */
const dateForm =
  String.raw`([0-9]{1,2})(?:[/-]|\. ?)([0-9]{1,2})(?:[/-]|\. ?)([0-9]{2}(?:[0-9]{2})?)\.?` +
  String.raw`(?:(?:T|,?[ \t]+).*)?`;
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
 * Figures of a date column; a part of its struct is behind `its`. Of hundreds of columns each
 * count(distinct) or FILTER would take tens of megabytes: a histogram and CASE do not.
 */
const figures = {
  present: (its: string) => `count_if(${its}.text is not null)`,
  /** Cells that can begin with the day, with the month, with one of them alone. */
  day: (its: string) => `count_if(${its}.day)`,
  month: (its: string) => `count_if(${its}.month)`,
  dayAlone: (its: string) => `count_if(${its}.day and not ${its}.month)`,
  monthAlone: (its: string) => `count_if(${its}.month and not ${its}.day)`,
  dotted: (its: string) =>
    `count_if(contains(${its}.text, '.') and not contains(${its}.text, '/'))`,
  hyphened: (its: string) => `count_if(${its}.text not similar to '.*[./].*')`,
  /** Cells that end in two digits, and which have a century that nothing shows if these are a year. */
  short: (its: string) => `count_if(${its}.short)`,
  unclear: (its: string) => `count_if(${its}.short and ${its}.p3 between 40 and 69)`,
  /** The same of cells that can begin with a year of two digits. */
  year: (its: string) => `count_if(${its}.year)`,
  unclearFirst: (its: string) => `count_if(${its}.year and ${its}.p1 between 40 and 69)`,
  /** Of the cells that end in two digits: how many differ, and from where to where both ends reach. */
  different: (its: string) =>
    `coalesce(cardinality(histogram(case when ${its}.short then ${its}.p1 * 10000 + ${its}.p2 * 100 + ${its}.p3 end)), 0)`,
  firstSpan: (its: string) => spanOf(`${its}.p1`, `${its}.short`),
  lastSpan: (its: string) => spanOf(`${its}.p3`, `${its}.short`),
  /** Cells of two points and no zero before a part, whose year has two digits. */
  bare: (its: string) =>
    `count_if(${its}.short and strlen(replace(rtrim(${its}.text, '.'), ' ', '')) < 8 and ` +
    `${its}.text not similar to '.*[/-].*')`,
  /** Cells with a year before 1000. */
  early: (its: string) => `count_if(not ${its}.short and ${its}.p3 < 1000)`,
  /** Cells of the Thai and the Islamic calendar, with a time of day, and of no date in any order. */
  thai: (its: string) => `count_if(${its}.p3 between ${thaiYears.from} and ${thaiYears.to})`,
  islamic: (its: string) => `count_if(${its}.p3 between 1300 and 1500)`,
  clock: (its: string) => `count_if(contains(${its}.text, ':'))`,
  impossible: (its: string) => `count_if(${impossibleIf(its)})`,
  /** Of these the cells whose first parts could be days and months all the same. */
  within: (its: string) =>
    `count_if(${impossibleIf(its)} and ${its}.p1 between 1 and 31 and ${its}.p2 between 1 and 31)`,
} as const;
type Figure = keyof typeof figures;
function impossibleIf(its: string): string {
  return `${its}.is_date and not ${its}.day and not ${its}.month and not ${its}.year`;
}
const spanOf = (part: string, where: string): string => {
  const counted = `case when ${where} then ${part} end`;
  return `max(${counted}) - min(${counted}) + 1`;
};

export interface DateEvidence extends DateColumn {
  readonly of: (figure: Figure) => number;
}

/** Asks all cells of the columns. */
export async function askForDates(
  connection: DuckDBConnection,
  table: string,
  columns: readonly DateColumn[],
  rows: number,
): Promise<DateEvidence[]> {
  const questions = (_: DateColumn, field: string, layers: Layers): string[] => {
    const its = partsOf(field, layers);
    return Object.values(figures).map((figure) => `(${figure(its)})::double`);
  };
  const answers = await askColumns(connection, table, columns, questions, rows);
  const names = Object.keys(figures);
  return columns.map(({ field, name }, i) => ({
    field,
    name,
    of: (figure) => Number(answers[i]?.[names.indexOf(figure)]),
  }));
}

/** A struct of what the figures ask about. */
function partsOf(field: string, layers: Layers): string {
  const hoist = (text: string, level: number): string =>
    layers.hoist({ text, values: [], level }).text;
  const cell = hoist(`trim(${field})`, 0);
  const text = hoist(`case when ${cell} <> '' and not ${isMissing(cell)} then ${cell} end`, 1);
  const found = hoist(
    `regexp_extract(${text}, ${literal(`^${dateForm}$`)}, ['p1', 'p2', 'p3'])`,
    2,
  );
  const numbers = [1, 2, 3].map((n) => `try_cast(${found}.p${n} as integer)`);
  const is = (order: DateOrder): string =>
    `regexp_full_match(${text}, ${literal(dateFormatIn(order).form)})`;
  const parts = hoist(
    `{text: ${text}, ${numbers.map((number, i) => `p${i + 1}: ${number}`).join(', ')}, ` +
      `is_date: ${is('dmy')}, short: strlen(${found}.p3) = 2, ` +
      `padded: ${is('ymd')}}`,
    3,
  );
  const part = (n: number): string => `${parts}.p${n}`;
  const century = (n: number): string => `(${part(n)} + if(${part(n)} < ${yearPivot}, 2000, 1900))`;
  const exists = (asked: string, y: string, m: number, d: number): string =>
    `coalesce(${parts}.${asked} and ${isDay(y, part(m), part(d))}, false)`;
  const last = `if(${parts}.short, ${century(3)}, ${part(3)})`;
  return hoist(
    `struct_insert(${parts}, day := ${exists('is_date', last, 2, 1)}, ` +
      `month := ${exists('is_date', last, 1, 2)}, year := ${exists('padded', century(1), 2, 3)})`,
    4,
  );
}

/** All cells can be read the first way, and some only that way. */
const saysDay = ({ of }: DateEvidence): boolean =>
  of('day') === of('present') && of('dayAlone') > 0;
const saysMonth = ({ of }: DateEvidence): boolean =>
  of('month') === of('present') && of('monthAlone') > 0;
const isDotted = ({ of }: DateEvidence): boolean => of('dotted') === of('present');

/**
 * Numbers in three parts, as 7.2.10 or 01.01.0010: most would be of a year before 1000, or they
 * have points and no zero before a part, in a column that no day names, and their ends are not those
 * of dates, whose days lie anywhere in a month and whose years are few.
 */
function areNumbered({ name, of }: DateEvidence): boolean {
  if (2 * of('early') > of('present')) return true;
  return of('bare') > 0 && of('short') === of('present') && !namesDate(name) && !endsInYears(of);
}

interface DateDecision {
  /** By field: the order of the columns that leave one, and whether they hold times of day. */
  readonly read: ReadonlyMap<string, { readonly order: DateOrder; readonly clock: boolean }>;
  /** Of the file. */
  readonly order: DateOrder | null;
  /** Names of columns whose year may be first or last, or which may be no dates: they stay text. */
  readonly open: readonly string[];
  readonly notes: readonly Note[];
}

/** The order of each date column, where it, another one or a person says it. */
export function decideDates(
  dates: readonly DateEvidence[],
  stated: DateOrder | undefined,
): DateDecision {
  const isNumbered = (date: DateEvidence): boolean => stated === undefined && areNumbered(date);
  const last = dates.filter((date) => !isNumbered(date) && yearOf(date, stated) === 'last');
  const dayFirst = last.some(saysDay) || last.some(isDotted);
  const monthFirst = last.some(saysMonth);
  const ofFile =
    stated ?? (dayFirst && !monthFirst ? 'dmy' : monthFirst && !dayFirst ? 'mdy' : null);
  const wayOf = (date: DateEvidence): DateOrder | null => {
    const year = yearOf(date, stated);
    if (year !== 'last') return year === 'first' ? 'ymd' : null;
    return saysDay(date) ? 'dmy' : saysMonth(date) ? 'mdy' : isDotted(date) ? 'dmy' : ofFile;
  };
  const read = new Map<string, { order: DateOrder; clock: boolean }>();
  const open: string[] = [];
  const notes: Note[] = [];
  let order: DateOrder | null = null;
  for (const date of dates) {
    const { field, name, of } = date;
    const present = of('present');
    const keep = (count: number, one: string, many: string): void => {
      notes.push(keptAsText(name, count, count === 1 ? one : many));
    };
    // Where most could be no days of any month, they are no dates: 20-00-00.
    if (of('within') > 0 || (of('impossible') > 0 && 2 * of('impossible') <= present))
      keep(of('impossible'), 'names a day that does not exist', 'name days that do not exist');
    if (isNumbered(date)) {
      open.push(name);
      const why = 'may be numbers of chapters, versions or articles as well as dates';
      keep(present, why, why);
      continue;
    }
    if (yearOf(date, stated) === 'open') {
      open.push(name);
      keep(
        of('short'),
        'is a date with two digits at either end, each of which may be its year',
        'are dates with two digits at either end, each of which may be their year',
      );
      continue;
    }
    const way = wayOf(date);
    if (way === null || of(way === 'dmy' ? 'day' : way === 'mdy' ? 'month' : 'year') !== present)
      continue;
    const calendar =
      2 * of('thai') > present
        ? 'thai'
        : 2 * of('islamic') > present && namesOtherCalendar(name)
          ? 'islamic'
          : null;
    if (stated === undefined && calendar !== null) {
      keep(of(calendar), codeReasons[calendar], codeReasons[calendar]);
      continue;
    }
    const unclear = of(way === 'ymd' ? 'unclearFirst' : 'unclear');
    if (stated === undefined && unclear > 0) {
      notes.push(keptAsText(name, unclear, centuryIsUnclear(unclear)));
      continue;
    }
    const clock = of('clock');
    read.set(field, { order: way, clock: clock > 0 });
    order ??= way;
    const first = firstInDates[way];
    const are = present === 1 ? 'is read as a date that begins' : 'are read as dates that begin';
    notes.push({
      code: 'interpreted',
      message:
        `${cells(present)} ${are} with the ${first}.` +
        (of('short') === 0 ? '' : ' Years of two digits are read as 1969 to 2068.') +
        (clock === 0 || clock === present ? '' : ' Those without a time are read as midnight.'),
      column: name,
      count: present,
      rows: [],
      examples: [],
    });
  }
  return { read, order, open, notes };
}
