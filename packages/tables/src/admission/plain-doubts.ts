import { contraryMonthNames, dateParts, monthNames } from '@columnist/contract';
import { literal } from '../database/sql.ts';
import { oneOf } from './plain-reading.ts';
import { centuryIsUnclear } from './short-years.ts';

/** What speaks against dates that name their month, where the cells of the whole column show it. */
export interface PlainDoubt {
  /** SQL condition on a present cell. */
  readonly counts: (present: string) => string;
  /** Whether so many cells speak against the reading. */
  readonly isDoubt: (count: number) => boolean;
  /** The cells that a note counts, and what it says of them. */
  readonly says: (count: number, present: number) => readonly [count: number, why: string];
}

const { digits, ordinal, between, monthName } = dateParts;
/** A day, the name of a month and a year of two digits that may be of either century. */
const shortYearForm =
  `(?:[^0-9]+ )?(?:${digits}${ordinal}${between}${monthName}${between}|${monthName}-${digits}-)` +
  String.raw`[4-6][0-9](?:(?:T|,?[ \t]+).*)?`;

const unclearCentury: PlainDoubt = {
  counts: (present) => `regexp_full_match(${present}, ${literal(shortYearForm)})`,
  isDoubt: (count) => count > 0,
  says: (count) => [count, centuryIsUnclear(count)],
};

/** The name of a month in a date. */
const nameForm = String.raw`\p{L}{3,}`;
const nameTest = new RegExp(nameForm, 'u');

/**
 * Names that mean another month in a language that is not read, with no other name in the column
 * that this language does not have.
 */
function contraryMonths(present: readonly string[]): PlainDoubt[] {
  const theirs = contraryMonthNames();
  const all = theirs.flat();
  const found = [
    ...new Set(present.flatMap((cell) => nameTest.exec(cell.toLowerCase())?.[0] ?? [])),
  ];
  const monthIn = (months: readonly (readonly string[])[], name: string): number =>
    months.findIndex((names) => names.includes(name)) + 1;
  const differing = found.find((name) => {
    const [read, other] = [monthIn(monthNames(), name), monthIn(theirs, name)];
    return read > 0 && other > 0 && read !== other;
  });
  if (differing === undefined || !found.every((name) => all.includes(name))) return [];
  const why =
    `month ${monthIn(theirs, differing)} in Croatian and ` +
    `month ${monthIn(monthNames(), differing)} in other languages`;
  return [
    {
      counts: (cell) => `not ${oneOf(`regexp_extract(lower(${cell}), ${literal(nameForm)})`, all)}`,
      isDoubt: (others) => others === 0,
      says: (_, cells) => [
        cells,
        `${cells === 1 ? 'names a month' : 'name months'} such as '${differing}', which is ${why}`,
      ],
    },
  ];
}

/** What is to be looked for in all cells of a column of such dates, by the present ones of a sample. */
export const doubtsOfNames = (present: readonly string[]): PlainDoubt[] => [
  unclearCentury,
  ...contraryMonths(present),
];
