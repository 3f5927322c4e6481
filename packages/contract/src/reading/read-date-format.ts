import { dateParts, type DateField, type DateFormat } from './date-format.ts';

const { digits, monthName, half, zone } = dateParts;

/** What may be in a format. */
export const dateTokens =
  'YYYY or YY (00–68 are 2000–2068), MM or MMM (name of a month), DD, HH, or hh with A ' +
  '(am, pm), mm, ss, ddd (name of a weekday, passed over), X (Unix seconds), x (milliseconds), Z (+02:00; the moment is ' +
  'that of UTC), [text] as it is; or the same in the words of strftime: %Y %y %m %b %B %d %H %I %p %M %S %f %z %a %s %F %T';

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
  x: { field: 'unix milliseconds', form: '(-?[0-9]{1,14})' },
  Z: { field: 'zone', form: zone },
  ZZ: { field: 'zone', form: zone },
};
const part =
  /\[([^\]]*)\]|YYYY|YY|yyyy|yy|MMMM|MMM|MM|M|DDDD|DDD|DD|D|dddd|ddd|dd|d|HH|H|hh|h|mm|m|SS|ss|s|A|a|X|x|ZZ|Z|[T ]|[^\p{L}[\]]/guy;

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
  z: 'Z',
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

/** A format of dates as people write it, read; a text says why it is none. */
export function readDateFormat(asked: string): DateFormat | string {
  const format = readTokens(asked);
  return typeof format === 'string' ? format : (wrongInDate(format) ?? format);
}

/** A format of times of day, read, a date beside them or not; a text says why it is none. */
export function readTimeFormat(asked: string): DateFormat | string {
  const format = readTokens(asked);
  if (typeof format === 'string') return format;
  const { fields } = format;
  if (!format.hasClock) return 'the hour is missing';
  if (!fields.includes('year') && fields.includes('zone')) return 'a zone needs a date';
  return (
    (fields.some((field) => ofDates.has(field)) ? wrongInDate(format) : wrongInClock(format)) ??
    format
  );
}

function readTokens(asked: string): DateFormat | string {
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
  return {
    form: `^${form}$`,
    fields,
    hasClock: fields.some((field) => clocks.has(field)),
  };
}

const epochs: readonly DateField[] = ['unix', 'unix milliseconds'];
const clocks: ReadonlySet<DateField> = new Set(['hour', 'half-day hour', ...epochs]);
const ofDates: ReadonlySet<DateField> = new Set([
  'year',
  'short year',
  'month',
  'month name',
  'day',
  ...epochs,
]);

function wrongInDate(format: DateFormat): string | undefined {
  const { fields } = format;
  const has = (...wanted: DateField[]): boolean => wanted.some((field) => fields.includes(field));
  if (has(...epochs) ? fields.length > 1 : !has('year', 'short year'))
    return has(...epochs) ? 'X and x are used alone' : 'the year is missing';
  if (has('year') && has('short year')) return 'the year occurs twice';
  if (has('month') && has('month name')) return 'the month occurs twice';
  if (has('day') && !has('month', 'month name')) return 'the month is missing';
  return wrongInClock(format);
}

function wrongInClock({ fields }: DateFormat): string | undefined {
  const has = (...wanted: DateField[]): boolean => wanted.some((field) => fields.includes(field));
  if (has('hour') && has('half-day hour')) return 'the hour occurs twice';
  if (has('half-day hour') !== has('half')) return 'hh and A go together';
  if (has('minute') ? !has('hour', 'half-day hour') : has('second'))
    return 'minutes need hours, seconds need minutes';
  return has('zone') && !has('hour', 'half-day hour') ? 'a zone needs hours' : undefined;
}
