import {
  compactDate,
  dateFormatIn,
  durationForm,
  monthFormat,
  plainDate,
  monthNames,
  weekdayNames,
  withWeekday,
  timeFormat,
  yesNoPairs,
  zoneAtEnd,
  type CellReading,
  type DateFormat,
  type DateOrder,
} from '@columnist/contract';
import type { Layers, Part } from '../database/layers.ts';
import { literal } from '../database/sql.ts';
import { writeDuration } from './write-duration.ts';
import { writeMoment } from './write-moment.ts';

/** What cells are read as here; numbers need the marks of their column (`number-writing.ts`). */
export type PlainKind = Exclude<CellReading, 'text' | 'number'>;

/** What counts as a date, beside those that can be read in one way only. */
interface DateWays {
  /** Of dates that do not begin with a year of four digits; null where they are none. */
  readonly order: DateOrder | null;
  /**
   * Whether a month is its first day, eight digits are a day, and digits beyond microseconds are left
   * out.
   */
  readonly lenient: boolean;
}

/**
 * The value that a text says, as text in the one plain way that admission takes for its kind (ISO
 * 8601 for dates and times, seconds for a duration, true and false), NULL where it says none. The
 * text is a column without spaces around it.
 */
export function writePlainly(text: Part, as: PlainKind, ways: DateWays, layers: Layers): Part {
  switch (as) {
    case 'boolean':
      return { ...text, text: truth(text.text) };
    case 'duration': {
      const seconds = layers.hoist(writeDuration(text, layers));
      return {
        ...seconds,
        text: String.raw`regexp_replace(${seconds.text}::varchar, '\.0$', '')`,
      };
    }
    case 'time': {
      const moment = layers.hoist(writeMoment(text, timeFormat, layers));
      const isTime = `regexp_full_match(${text.text}, ${literal(timeFormat.form)})`;
      return { ...moment, text: `(case when ${isTime} then ${moment.text}::time::varchar end)` };
    }
    case 'date':
    case 'datetime': {
      const moment = layers.hoist(writeInstant(text, ways, layers));
      const hasClock = `(contains(${text.text}, ':') or regexp_matches(${text.text}, ${literal(compactClock)}))`;
      return {
        ...moment,
        text:
          as === 'date'
            ? `(case when not ${hasClock} then ${moment.text}::date::varchar end)`
            : `${moment.text}::varchar`,
      };
    }
  }
}

/** What a moment without marks begins with, as 20240305T101112Z. */
const compactClock = '^[0-9]{8}[Tt][0-9]{4}';
const compactTest = new RegExp(compactClock);
/** Whether a date has a time of day. */
export const hasClock = (cell: string): boolean => cell.includes(':') || compactTest.test(cell);

const zoneForm = `[ ]*(${zoneAtEnd})`;
const zoneTest = new RegExp(` *${zoneAtEnd}`);

/** A moment in any of the ways that are known; one with a zone in UTC. */
function writeInstant(text: Part, { order, lenient }: DateWays, layers: Layers): Part {
  const zone = layers.hoist({
    ...text,
    text: `(case when contains(${text.text}, ':') then regexp_extract(${text.text}, ${literal(zoneForm)}, 1) end)`,
  });
  const unzoned = `regexp_replace(${text.text}, ${literal(zoneForm)}, '')`;
  const pointed = `regexp_replace(${unzoned}, ${literal('(:[0-9]{2}),([0-9]+)$')}, ${literal(String.raw`\1.\2`)})`;
  // Zeros beyond the microseconds say nothing.
  const beyond = String.raw`(\.[0-9]{6})${lenient ? '[0-9]' : '0'}+$`;
  const bare = `regexp_replace(${pointed}, ${literal(beyond)}, ${literal(String.raw`\1`)})`;
  const local = layers.hoist({
    ...text,
    text: `(case when contains(${text.text}, ':') then ${bare} else ${text.text} end)`,
  });
  const formats: DateFormat[] = [
    plainDate,
    ...(order === null ? [] : [withWeekday(dateFormatIn(order))]),
    ...(lenient ? [monthFormat, compactDate] : []),
  ];
  const moments = formats.map((format) => layers.hoist(writeMoment(local, format, layers)));
  // The name of a zone may hold signs too.
  const offset = `regexp_extract(${zone.text}, '[+-][0-9:]+')`;
  const ofZone = (form: string): string =>
    `coalesce(try_cast(regexp_extract(${offset}, ${literal(form)}, 1) as integer), 0)`;
  const minutes =
    `if(starts_with(${offset}, '-'), -1, 1) * (${ofZone('[+-]([0-9]{1,2})')} * 60 + ` +
    `${ofZone('[+-](?:[0-9]{2}:?|[0-9]:)([0-9]{2})$')})`;
  return {
    values: [],
    level: Math.max(zone.level, ...moments.map(({ level }) => level)),
    text: `(coalesce(${moments.map((moment) => moment.text).join(', ')}) - to_minutes(coalesce(${minutes}, 0)))`,
  };
}

const yes = [...new Set([...yesNoPairs.map(([word]) => word), '1'])];
const no = [...new Set([...yesNoPairs.map(([, word]) => word), '0'])];
const among = (words: readonly string[], text: string): string =>
  `list_contains([${words.map(literal).join(', ')}], lower(${text}))`;
const truth = (text: string): string =>
  `(case when ${among(yes, text)} then 'true' when ${among(no, text)} then 'false' end)`;

const tests = {
  boolean: (cell: string): boolean => [...yes, ...no].includes(cell.toLowerCase()),
  duration: matches(durationForm.replace('(?i)', ''), 'i'),
  time: matches(timeFormat.form),
  date: (cell: string): boolean => !hasClock(cell) && isMoment(cell),
  datetime: (cell: string): boolean =>
    isMoment(
      cell.includes(':')
        ? cell
            .replace(zoneTest, '')
            .replace(/(:\d{2}),(\d+)$/, '$1.$2')
            .replace(/(\.\d{6})\d+$/, '$1')
        : cell,
    ),
} as const satisfies Record<PlainKind, (cell: string) => boolean>;

function matches(form: string, flags = ''): (cell: string) => boolean {
  const test = new RegExp(form, flags);
  return (cell) => test.test(cell);
}

const inNumbers = matches(dateFormatIn('dmy').form);
const plain = matches(plainDate.form);
const compact = matches(compactDate.form);
/** Eight digits that name a day of 1900 to 2099. */
export const isCompactDate = (cell: string): boolean =>
  compact(cell) &&
  !Number.isNaN(Date.parse(`${cell.slice(0, 4)}-${cell.slice(4, 6)}-${cell.slice(6)}`));

/** A month of a year without its day. */
export const isMonth = matches(monthFormat.form);
const yearFirst = matches(
  String.raw`^[0-9]{8}[Tt ][0-9]|^[0-9]{4}(?:[-/]|\. ?| ?[年년] ?)[0-9]|^[0-9]{1,2}[/.][0-9]{4}$`,
);
let months: ReadonlySet<string> | undefined;
let weekdays: ReadonlySet<string> | undefined;
/** A date without the name of its weekday before it. */
export function withoutWeekday(cell: string): string {
  weekdays ??= new Set(weekdayNames().flat());
  const [before = '', name = ''] = /^([^\d\s.,]+)\.?,?\s+/.exec(cell) ?? [];
  return weekdays.has(name.toLowerCase()) ? cell.slice(before.length) : cell;
}
/** The month of a date is a number or a name that is known. */
function isMoment(cell: string): boolean {
  if (inNumbers(withoutWeekday(cell))) return true;
  if (!plain(cell) && !isMonth(cell)) return false;
  months ??= new Set(monthNames().flat());
  return (
    yearFirst(withoutWeekday(cell)) ||
    cell
      .toLowerCase()
      .split(/[^\p{L}\p{M}]+/u)
      .some((word) => months?.has(word) === true)
  );
}

/** Whether a cell looks like what it would be read as; that a moment exists is for the database. */
export const looksLike = (as: PlainKind, cell: string): boolean => tests[as](cell);
