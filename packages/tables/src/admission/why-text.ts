import { looksLike } from '../reading/write-plainly.ts';
import type { Note } from './column-notes.ts';
import { besideOf, commonBeside, isAmount, isPlace } from './number-writing.ts';
import { hasOtherDigits } from './other-digits.ts';

/** Whether at least half of the cells are so. */
export const half = (sample: readonly string[], test: (cell: string) => boolean): boolean =>
  sample.length > 0 && 2 * sample.filter(test).length >= sample.length;

/** A moment with the name of a zone at its end or before its year, which may mean several: CET, EST. */
const namesZone = (cell: string): boolean =>
  cell.includes(':') &&
  nameOfZone.test(cell) &&
  looksLike('datetime', cell.replace(nameOfZone, ''));
const nameOfZone = / (?:\(?[A-Z][A-Za-z/_]{1,30}\)?$|[A-Z]{2,5}(?= \d{4}$))/;

const unknown = '(?:UNK?|XX|\\?\\?|--|00)';
/** A date of which the month or the day is written as unknown: 2020-UN-UN, UNK-FEB-1956. */
const partial = new RegExp(
  `^(?:\\d{4}(?:[-/.](?:\\d{2}|${unknown})){0,1}[-/.]${unknown}|` +
    `${unknown}[-/. ](?:\\d{2}|\\p{L}{3}|${unknown})[-/. ]\\d{4})$`,
  'iu',
);
const isPartOfDate = (cell: string): boolean => partial.test(cell);
const isDateOrPart = (cell: string): boolean =>
  isPartOfDate(cell) || /^\d{4}(?:-\d{2})?$/.test(cell) || looksLike('datetime', cell);

const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
/** What a spreadsheet makes of 9-2, 10-14 and SEPT2 in a column of such texts. */
const madeDate = new RegExp(`^(?:\\d{1,2}-(?:${months})|(?:${months})-\\d{2})$`);
/** A date with a time whose parts have points, or whose form is not read: 05-MAR-24 10.12.33 AM, 5.3.2024 10.12. */
const oddMoment = new RegExp(
  `^(?:\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[-/.](?:\\d{1,2}|${months})[-/.](?:\\d{4}|\\d{2}))` +
    '[-T ]\\d{1,2}\\.\\d{2}(?:\\.\\d{2}(?:\\.\\d+)?)?(?: [ap]m)?$',
  'i',
);
/** A day of the Japanese calendar: R6.3.5, 令和6年3月5日. */
const japanese =
  /^(?:[MTSHR]|明治|大正|昭和|平成|令和)\s?(?:\d{1,2}|元)(?:[./]\d{1,2}[./]\d{1,2}|年\d{1,2}月\d{1,2}日)$/;

/** Thousands as programs write them, and the decimals of Swedish prices: 25_000, 1 234:50. */
const oddMark = /^[+-]?(?:\d{1,3}(?:_\d{3})+|\d{1,3}(?: \d{3})*:(?:\d{2}|-))$/;

/** What cells look like that no type takes, and what is said of it. */
const looks: readonly {
  readonly isSo: (name: string, present: readonly string[]) => boolean;
  readonly test: (name: string, cell: string) => boolean;
  readonly code: string;
  readonly says: string;
}[] = [
  {
    isSo: (name, present) => half(present, (cell) => isAmount(name, cell)),
    test: isAmount,
    code: 'kept_as_text',
    says: 'hold numbers with different units, currencies or signs beside them: the column is kept as text',
  },
  {
    isSo: (_, present) => half(present, hasOtherDigits),
    test: (_, cell) => hasOtherDigits(cell),
    code: 'kept_as_text',
    says: 'hold digits of another script: the column is kept as text',
  },
  {
    isSo: (_, present) => half(present, namesZone),
    test: (_, cell) => namesZone(cell),
    code: 'kept_as_text',
    says: 'name their time zone, which may mean several: the column is kept as text',
  },
  {
    isSo: (_, present) => half(present, (cell) => oddMoment.test(cell)),
    test: (_, cell) => oddMoment.test(cell),
    code: 'kept_as_text',
    says: 'are dates with a time that is written with points: the column is kept as text',
  },
  {
    isSo: (_, present) => half(present, (cell) => japanese.test(cell)),
    test: (_, cell) => japanese.test(cell),
    code: 'kept_as_text',
    says: 'are dates with years of the Japanese calendar: the column is kept as text',
  },
  {
    isSo: (_, present) => present.some(isPartOfDate) && half(present, isDateOrPart),
    test: (_, cell) => isPartOfDate(cell),
    code: 'kept_as_text',
    says: 'are dates whose month or day is not known: the column is kept as text',
  },
  {
    isSo: (_, present) =>
      present.some((cell) => madeDate.test(cell)) &&
      !half(present, (cell) => looksLike('datetime', cell)) &&
      !present.every((cell) => madeDate.test(cell)),
    test: (_, cell) => madeDate.test(cell),
    code: 'may_be_changed',
    says:
      'look like days that a spreadsheet made of another text, as 2-Sep of SEPT2 or of 9-2; they are ' +
      'kept as they are',
  },
  {
    // Results of games have colons alone.
    isSo: (_, present) =>
      half(present, (cell) => oddMark.test(cell)) && present.some((cell) => /[_ ]|:-/.test(cell)),
    test: (_, cell) => oddMark.test(cell),
    code: 'kept_as_text',
    says: 'may be numbers with a sign between their digits that is not read: the column is kept as text',
  },
  {
    isSo: (name, present) => {
      const beside = commonBeside(present);
      return half(present, (cell) => isBeside(name, cell, beside));
    },
    test: (name, cell) => isBeside(name, cell, besideOf(cell)),
    code: 'kept_as_text',
    says: 'hold numbers with the same text behind them, which is no unit that is known: the column is kept as text',
  },
];

/** A number with this behind it, which is more than the letter of a house or a class. */
const isBeside = (name: string, cell: string, beside: string | null): boolean =>
  beside !== null &&
  /^[+-]?\d/.test(cell) &&
  cell.endsWith(beside) &&
  !/^(?:\p{Lu}|[a-h]|st|nd|rd|th)$/u.test(beside) &&
  !isPlace(name, beside);

/** Why a column is text that could be read as nothing else; null where it is text. */
export function whyText(name: string, present: readonly string[]): Note | null {
  const found = looks.find(({ isSo }) => isSo(name, present));
  if (found === undefined) return null;
  const such = present.filter((cell) => found.test(name, cell));
  return {
    code: found.code,
    message: `Cells such as '${such[0] ?? ''}' ${found.says}.`,
    column: name,
    count: such.length,
    rows: [],
    examples: [],
  };
}
