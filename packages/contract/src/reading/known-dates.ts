import { dateParts, type DateField, type DateFormat } from './date-format.ts';
import { readDateFormat, readTimeFormat } from './read-date-format.ts';

const { digits, ordinal, between, monthName, weekdayName } = dateParts;
const { half, halfBefore, shortZone, zone, zoneName } = dateParts;
const day = `(${digits})`;
const ordinalDay = `${day}${ordinal}`;
const name = `(${monthName})`;
const year = '(?:([0-9]{4})|([0-9]{2}))';
const hours = String.raw`([01]?[0-9]|2[0-3]):([0-9]{2})(?::([0-9]{2}(?:\.[0-9]{1,6})?))?`;
const halfDay = `(?:[ \\t\u00a0\u202f]*(?:(${half})|Uhr))?`;
/** The half of the day is before its hour in Korean, Chinese and Japanese. */
const ofDay = `(?:(${halfBefore}) ?)?${hours}${halfDay}`;
/** What may follow a date. */
const clock = `(?:(?:[Tt]|,?[ \\t]+)${ofDay}[Zz]?)?`;
const zoned =
  `(?: ?(?:${zone}|z|(?:UTC|GMT)${shortZone})${zoneName}` +
  String.raw`| \((?:UTC|GMT)${shortZone}\))?`;
/**
 * Web servers and SAS have a colon before it: 05/Mar/2024:10:11:12 +0000; people and Kibana a word: Mar 5, 2024 at
 * 10:11, Mar 5, 2024 @ 10:11:12.000.
 */
const zonedClock = `(?:(?:[Tt:]|,?[ \\t]+(?:(?:at|@) )?)${ofDay}${zoned})?`;
/** Before a date, as in mails, or behind it in brackets. */
const weekdayBefore = String.raw`(?:(${weekdayName})\.?,?[ \t]+(?:[Dd]en )?)?`;
const weekdayBehind = String.raw`(?: ?\((${weekdayName})\))?`;
/** As C and its programs write it: Tue Mar  5 10:11:12 2024. */
const ofC = String.raw`${weekdayBefore}${name} +${day} ${hours}(?: ${zone})? ([0-9]{4})`;
/** Without marks, 20240305T101112Z, and with those of the time alone: 20240305 10:11:12. */
const compactMoment =
  '([0-9]{4})([0-9]{2})([0-9]{2})[Tt]([01][0-9]|2[0-3])([0-9]{2})' +
  String.raw`(?:([0-9]{2}(?:\.[0-9]{1,6})?))?(?:${zone}|z)?`;
const compactDay = `([0-9]{4})([0-9]{2})([0-9]{2})[Tt ]${ofDay}${zoned}`;
const clockFields: readonly DateField[] = ['half', 'hour', 'minute', 'second', 'half'];

/**
 * Dates that can be read in one way only: the year first, or the month by its name; their weekday
 * may be before them and a time of day may follow, with its zone.
 */
export const plainDate: DateFormat = {
  form: `^(?:${weekdayBefore}(?:${[
    '([0-9]{4})[-]([0-9]{1,2})[-]([0-9]{1,2})',
    '([0-9]{4})/([0-9]{1,2})/([0-9]{1,2})',
    `${[ordinalDay, name, year].join(between)}\\.?`,
    [name, ordinalDay, '([0-9]{4})'].join(between),
    `${name}-${day}-([0-9]{2})`,
    `${['([0-9]{4})', name, day].join(between)}\\.?`,
    String.raw`([0-9]{1,2})([^0-9 \t.,/-]{3,})([0-9]{4})`,
    String.raw`([0-9]{4})\.([0-9]{2})\.([0-9]{2})\.?`,
    String.raw`([0-9]{4})\. ([0-9]{1,2})\. ([0-9]{1,2})\.?`,
    '([0-9]{4}) ?[年년] ?([0-9]{1,2}) ?[月월] ?([0-9]{1,2}) ?[日일]',
  ].join('|')})${weekdayBehind}${zonedClock}|${ofC}|${compactMoment}|${compactDay})$`,
  fields: [
    'weekday',
    'year',
    'month',
    'day',
    'year',
    'month',
    'day',
    'day',
    'month name',
    'year',
    'short year',
    'month name',
    'day',
    'year',
    'month name',
    'day',
    'short year',
    'year',
    'month name',
    'day',
    'day',
    'month name',
    'year',
    'year',
    'month',
    'day',
    'year',
    'month',
    'day',
    'year',
    'month',
    'day',
    'weekday',
    ...clockFields,
    'zone',
    'zone',
    'zone',
    'weekday',
    'month name',
    'day',
    'hour',
    'minute',
    'second',
    'zone',
    'year',
    'year',
    'month',
    'day',
    'hour',
    'minute',
    'second',
    'zone',
    'year',
    'month',
    'day',
    ...clockFields,
    'zone',
    'zone',
    'zone',
  ],
  hasClock: true,
};

const marked = (mark: string, end = ''): string =>
  `(${digits})${mark}(${digits})${mark}${year}${end}`;

/** What dates in numbers begin with, and what follows; the year of `ymd` has two digits. */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof dateOrders)[number];
export const firstInDates = { dmy: 'day', mdy: 'month', ymd: 'year' } as const;

/**
 * Dates in numbers whose year is last, with two or four digits, or first with two (24-01-13); a time
 * of day may follow.
 */
export function dateFormatIn(order: DateOrder): DateFormat {
  if (order === 'ymd')
    return {
      form: `^([0-9]{2})(?:/([0-9]{2})/|\\.([0-9]{2})\\.|-([0-9]{2})-)([0-9]{2})${clock}$`,
      fields: ['short year', 'month', 'month', 'month', 'day', ...clockFields],
      hasClock: true,
    };
  const parts: readonly DateField[] = order === 'dmy' ? ['day', 'month'] : ['month', 'day'];
  const written = [marked('/'), marked(String.raw`\. ?`, String.raw`\.?`), marked('-')];
  return {
    form: `^(?:${written.join('|')})${clock}$`,
    fields: [
      ...written.flatMap(() => [...parts, 'year' as const, 'short year' as const]),
      ...clockFields,
    ],
    hasClock: true,
  };
}

/** The same behind the name of its weekday, which has to be that of the date. */
export const withWeekday = ({ form, fields, hasClock }: DateFormat): DateFormat => ({
  form: form.replace('^', () => `^${weekdayBefore}`),
  fields: ['weekday', ...fields],
  hasClock,
});

/** A month of a year, read as its first day: 2024-01, 01/2024, Jan 2024, Jan-24. */
export const monthFormat: DateFormat = {
  form: `^(?:([0-9]{4})[-/.]([0-9]{2})|([0-9]{1,2})[/.]([0-9]{4})|${name}${between}${year})$`,
  fields: ['year', 'month', 'month', 'year', 'month name', 'year', 'short year'],
  hasClock: false,
};

const shownMonths: DateFormat = {
  form: `([0-9]{4})[-/]([0-9]{1,2})|([0-9]{2})/([0-9]{4})|${name}${between}([0-9]{4})`,
  fields: ['year', 'month', 'month', 'year', 'month name', 'year'],
  hasClock: false,
};

/**
 * What someone means who reads dates from a text: a plain date, or a month of a year that can be
 * nothing else, read as its first day. A file with such months keeps them as text until then.
 */
const meantDate: DateFormat = {
  form: `${plainDate.form}|^(?:${shownMonths.form})$`,
  fields: [...plainDate.fields, ...shownMonths.fields],
  hasClock: true,
};

/** A day without marks, as 20240113. */
export const compactDate: DateFormat = {
  form: '^((?:19|20)[0-9]{2})([0-9]{2})([0-9]{2})$',
  fields: ['year', 'month', 'day'],
  hasClock: false,
};

/** Times of day: 9:30, 09:30:15.5, 9:30 PM, 9 AM. */
export const timeFormat: DateFormat = {
  form: `^(?:${ofDay}|(0?[1-9]|1[0-2])[ \\t\u00a0\u202f]*(${half}))$`,
  fields: [...clockFields, 'hour', 'half'],
  hasClock: true,
};

/** How the texts of a call are written; without a pattern in any of the ways that mean one date. */
export function dateFormatOf(pattern: string): DateFormat {
  const format = pattern === '' ? meantDate : readDateFormat(pattern);
  return typeof format === 'string' ? meantDate : format;
}

/** How the times of day of a call are written. */
export function timeFormatOf(pattern: string): DateFormat {
  const format = pattern === '' ? timeFormat : readTimeFormat(pattern);
  return typeof format === 'string' ? timeFormat : format;
}
