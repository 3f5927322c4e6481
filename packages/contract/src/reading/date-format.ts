/** What a group of a date's form holds. */
export type DateField =
  | 'year'
  | 'short year'
  | 'month'
  | 'month name'
  | 'day'
  | 'weekday'
  | 'hour'
  | 'half-day hour'
  | 'minute'
  | 'second'
  | 'half'
  | 'unix'
  | 'unix milliseconds'
  | 'zone';

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

/** An offset of a zone behind UTC or GMT. */
const offset = '[+-][0-9]{1,2}(?::?[0-9]{2})?';

/**
 * Parts of the forms: a day or month in digits, what makes a day an ordinal (5th, 1er, 1º) and what is between it and a
 * month (5 de março de 2024, 5th of March 2024), the names of a month and a weekday, the half of a day (am, p. m.) and
 * one before its hour, a zone and its name in parentheses.
 */
export const dateParts = {
  digits: '[0-9]{1,2}',
  ordinal: '(?:[Ss][Tt]|[Nn][Dd]|[Rr][Dd]|[Tt][Hh]|er|[º°])?',
  between: String.raw`[-/ .,\t]+(?:(?:[Dd]el?|of) )?`,
  monthName: String.raw`[^0-9 \t.,/-]+`,
  /** Also that of Portuguese: terça-feira. */
  weekdayName: String.raw`[^0-9 \t.,/()-]+(?:-feira)?`,
  half: '[AaPp]\\.?[ \u00a0]?[Mm]\\.?',
  halfBefore: '오전|오후|上午|下午|午前|午後',
  zone: '(Z|UTC|GMT|[+-][0-9]{2}(?::?[0-9]{2})?)',
  shortZone: `(${offset})`,
  zoneName: String.raw`(?: \([^()]+\)|\[[A-Za-z0-9_/+-]+\])?`,
};

/** The halves of a day that begin at noon. */
export const afterNoon = '^(?:[Pp]|오후|下午|午後)';

/**
 * A zone at the end of a moment, as GMT+9 of Google Forms; programs write its name behind it or parentheses around it:
 * GMT+0100 (Central European Standard Time), (GMT+1), +01:00[Europe/Berlin].
 */
export const zoneAtEnd =
  `(?:(?:[Zz]|(?:UTC|GMT)(?:${offset})?|[+-][0-9]{2}:?(?:[0-9]{2})?)${dateParts.zoneName}` +
  String.raw`|\((?:UTC|GMT)${offset}\))$`;
