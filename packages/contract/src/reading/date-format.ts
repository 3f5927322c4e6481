/** What a group of a date's form holds. */
export type DateField =
  | 'year'
  | 'short year'
  | 'month'
  | 'month name'
  | 'day'
  | 'hour'
  | 'half-day hour'
  | 'minute'
  | 'second'
  | 'half'
  | 'unix';

/**
 * How a date is written: a regular expression that means the same in RE2, R (perl = TRUE), Python
 * and JavaScript, and what each of its groups holds; of those for one field, one is filled.
 */
export interface DateFormat {
  readonly form: string;
  readonly fields: readonly DateField[];
  readonly hasClock: boolean;
}

/**
 * Two-digit years from here on lie in the century before: 68 is 2068, 69 is 1969, as in POSIX, R
 * and Python.
 */
export const yearPivot = 69;

/** What may be in a format. */
export const dateTokens =
  'YYYY or YY (00–68 are 2000–2068), MM or MMM (name of a month), DD, HH, or hh with A ' +
  '(am, pm), mm, ss, ddd (name of a weekday, passed over), X (Unix seconds), [text] as it ' +
  'is; or the same in the words of strftime: %Y %y %m %b %B %d %H %I %p %M %S %f %a %s %F %T';

const digits = '[0-9]{1,2}';
const monthName = String.raw`[^0-9 \t.,/-]+`;
const half = String.raw`[AaPp]\.?[Mm]\.?`;
const tokens: Readonly<Record<string, { readonly field: DateField; readonly form: string }>> = {
  YYYY: { field: 'year', form: '([0-9]{4})' },
  YY: { field: 'short year', form: '([0-9]{2})' },
  MMMM: { field: 'month name', form: String.raw`(${monthName})\.?` },
  MMM: { field: 'month name', form: String.raw`(${monthName})\.?` },
  MM: { field: 'month', form: `(${digits})` },
  M: { field: 'month', form: `(${digits})` },
  DD: { field: 'day', form: `(${digits})` },
  D: { field: 'day', form: `(${digits})` },
  HH: { field: 'hour', form: `(${digits})` },
  H: { field: 'hour', form: `(${digits})` },
  hh: { field: 'half-day hour', form: `(${digits})` },
  h: { field: 'half-day hour', form: `(${digits})` },
  mm: { field: 'minute', form: `(${digits})` },
  m: { field: 'minute', form: `(${digits})` },
  ss: { field: 'second', form: String.raw`(${digits}(?:\.[0-9]{1,6})?)` },
  s: { field: 'second', form: String.raw`(${digits}(?:\.[0-9]{1,6})?)` },
  A: { field: 'half', form: `(${half})` },
  a: { field: 'half', form: `(${half})` },
  X: { field: 'unix', form: String.raw`(-?[0-9]{1,11}(?:\.[0-9]{1,6})?)` },
};
const part =
  /\[([^\]]*)\]|YYYY|YY|yyyy|yy|MMMM|MMM|MM|M|DDDD|DDD|DD|D|dddd|ddd|dd|d|HH|H|hh|h|mm|m|SS|ss|s|A|a|X|[T ]|[^\p{L}[\]]/guy;

/** The words of strftime in those of a format. */
const directives: Readonly<Record<string, string>> = {
  Y: 'YYYY',
  y: 'YY',
  m: 'MM',
  B: 'MMMM',
  b: 'MMM',
  h: 'MMM',
  d: 'DD',
  e: 'D',
  A: 'dddd',
  a: 'ddd',
  H: 'HH',
  k: 'H',
  I: 'hh',
  l: 'h',
  M: 'mm',
  S: 'ss',
  p: 'A',
  P: 'A',
  s: 'X',
  F: 'YYYY-MM-DD',
  T: 'HH:mm:ss',
  R: 'HH:mm',
  D: 'MM/DD/YY',
  '%': '[%]',
};

/** A format of strftime as one of ours; a text that has none of its words as it is. */
function fromDirectives(pattern: string): { pattern: string } | string {
  if (!pattern.includes('%')) return { pattern };
  const unknown: string[] = [];
  const written = pattern
    // Seconds are read with their fraction.
    .replaceAll(/%S[.]%f/g, '%S')
    .replaceAll(/%[-_0^#]?(.)|([\p{L}]+)/gsu, (whole, directive?: string, text?: string) => {
      if (text !== undefined) return text === 'T' ? 'T' : `[${text}]`;
      const word = directives[directive ?? ''];
      if (word === undefined) unknown.push(whole);
      return word ?? '';
    });
  const [first] = unknown;
  return first === undefined ? { pattern: written } : `'${first}' means nothing`;
}

/**
 * What a token means where it occurs: years and days may be written in lower case, MM after
 * hours are minutes, and mm without hours before it are months.
 */
function meaning(token: string, fields: readonly DateField[]): string {
  const afterHours = fields.includes('hour') || fields.includes('half-day hour');
  if (token === 'MM' && afterHours && fields.at(-1)?.endsWith('hour') === true) return 'mm';
  if ((token === 'mm' || token === 'm') && !afterHours) return token.toUpperCase();
  return /^(?:y+|dd?|SS)$/.test(token) ? (token === 'SS' ? 'ss' : token.toUpperCase()) : token;
}
/** Names of weekdays are passed over. */
const isWeekday = (token: string): boolean => /^(?:ddd|DDD)/.test(token);

const escaped = (text: string): string =>
  text.replaceAll(/[^\p{L}\p{N} ]/gu, (mark) => `\\${mark}`);

/** A format as people write it, read; a text says why it is none. */
export function readDateFormat(asked: string): DateFormat | string {
  const plain = fromDirectives(asked);
  if (typeof plain === 'string') return plain;
  const pattern = plain.pattern.replace(/(ss|SS)[.]S+/, 'ss');
  const fields: DateField[] = [];
  let form = '';
  let at = 0;
  part.lastIndex = 0;
  for (let found = part.exec(pattern); found !== null; found = part.exec(pattern)) {
    const token = tokens[meaning(found[0], fields)];
    if (token !== undefined) {
      if (fields.includes(token.field)) return `'${found[0]}' occurs twice`;
      fields.push(token.field);
    }
    form +=
      token?.form ??
      (isWeekday(found[0])
        ? String.raw`(?:${monthName})\.?`
        : found[0] === ' '
          ? String.raw`[ \t]+`
          : escaped(found[1] ?? found[0]));
    at = part.lastIndex;
  }
  if (at < pattern.length)
    return `'${String.fromCodePoint(pattern.codePointAt(at) ?? 0)}' means nothing`;
  const has = (...wanted: DateField[]): boolean => wanted.some((field) => fields.includes(field));
  if (has('unix') ? fields.length > 1 : !has('year', 'short year'))
    return has('unix') ? 'X is used alone' : 'the year is missing';
  if (has('year') && has('short year')) return 'the year occurs twice';
  if (has('month') && has('month name')) return 'the month occurs twice';
  if (has('day') && !has('month', 'month name')) return 'the month is missing';
  if (has('hour') && has('half-day hour')) return 'the hour occurs twice';
  if (has('half-day hour') !== has('half')) return 'hh and A go together';
  if (has('minute') ? !has('hour', 'half-day hour') : has('second'))
    return 'minutes need hours, seconds need minutes';
  return { form: `^${form}$`, fields, hasClock: has('hour', 'half-day hour', 'unix') };
}

const between = String.raw`[-/ .,\t]+`;
const day = `(${digits})`;
const name = `(${monthName})`;
const year = '(?:([0-9]{4})|([0-9]{2}))';
const hours = String.raw`([01]?[0-9]|2[0-3]):([0-9]{2})(?::([0-9]{2}(?:\.[0-9]{1,6})?))?`;
const halfDay = String.raw`(?:[ \t]*(${half}))?`;
/** What may follow a date. */
const clock = `(?:(?:T|,?[ \\t]+)${hours}${halfDay}Z?)?`;
const clockFields: readonly DateField[] = ['hour', 'minute', 'second', 'half'];

/**
 * Dates that can be read in one way only: the year first, or the month by its name; a time of day
 * may follow.
 */
const plainDate: DateFormat = {
  form: `^(?:${[
    '([0-9]{4})[-]([0-9]{1,2})[-]([0-9]{1,2})',
    '([0-9]{4})/([0-9]{1,2})/([0-9]{1,2})',
    [day, name, year].join(between),
    [name, day, '([0-9]{4})'].join(between),
    ['([0-9]{4})', name, day].join(between),
    String.raw`([0-9]{1,2})([^0-9 \t.,/-]{3,})([0-9]{4})`,
    String.raw`([0-9]{4})\.([0-9]{2})\.([0-9]{2})`,
  ].join('|')})${clock}$`,
  fields: [
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
    'year',
    'month name',
    'day',
    'day',
    'month name',
    'year',
    'year',
    'month',
    'day',
    ...clockFields,
  ],
  hasClock: true,
};

const marked = (mark: string): string => `(${digits})${mark}(${digits})${mark}${year}`;

/** Dates in numbers whose year is last, with two or four digits; a time of day may follow. */
export function dateFormatIn(order: 'dmy' | 'mdy'): DateFormat {
  const parts: readonly DateField[] = order === 'dmy' ? ['day', 'month'] : ['month', 'day'];
  const marks = ['/', String.raw`\.`, '-'];
  return {
    form: `^(?:${marks.map(marked).join('|')})${clock}$`,
    fields: [
      ...marks.flatMap(() => [...parts, 'year' as const, 'short year' as const]),
      ...clockFields,
    ],
    hasClock: true,
  };
}

/** A month of a year, read as its first day: 2024-01, 01/2024, Jan 2024, Jan-24. */
export const monthFormat: DateFormat = {
  form: `^(?:([0-9]{4})[-/.]([0-9]{2})|([0-9]{1,2})[/.]([0-9]{4})|${name}${between}${year})$`,
  fields: ['year', 'month', 'month', 'year', 'month name', 'year', 'short year'],
  hasClock: false,
};

/** Times of day: 9:30, 09:30:15.5, 9:30 PM. */
export const timeFormat: DateFormat = {
  form: `^${hours}${halfDay}$`,
  fields: clockFields,
  hasClock: true,
};

/** How the texts of a call are written; without a pattern in any of the ways that mean one date. */
export function dateFormatOf(pattern: string): DateFormat {
  const format = pattern === '' ? plainDate : readDateFormat(pattern);
  return typeof format === 'string' ? plainDate : format;
}

/** Languages whose names of months are read; no name means two months in them. */
const languages = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'pl',
  'sv',
  'da',
  'nb',
  'fi',
  'cs',
  'sk',
  'tr',
  'ro',
  'hu',
  'ru',
  'uk',
  'el',
  'ca',
];
let named: readonly (readonly string[])[] | undefined;

/**
 * The names of each month, in lower case and without a point at the end: long and short, alone and
 * beside a day.
 */
export function monthNames(): readonly (readonly string[])[] {
  named ??= Array.from({ length: 12 }, (_, month) => {
    const names = languages.flatMap((language) =>
      (['long', 'short'] as const).flatMap((length) =>
        [{ month: length }, { month: length, day: 'numeric' as const }].map(
          (options) =>
            new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
              .formatToParts(Date.UTC(2020, month, 5))
              .find(({ type }) => type === 'month')
              ?.value.toLowerCase()
              .replace(/\.$/, '') ?? '',
        ),
      ),
    );
    return [...new Set([...(month === 8 ? ['sept'] : []), ...names])].filter(
      (name) => name !== '' && !/[0-9 ]/.test(name),
    );
  });
  return named;
}
