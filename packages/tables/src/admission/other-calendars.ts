import { looksLike } from '../reading/write-plainly.ts';
import { namesOtherCalendar } from './column-names.ts';

/** A date that begins with its year, and one that names its month. */
const beginsWithYear = /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?!\d)/;
const namesMonth = /\p{L}{3}/u;
const yearAlone = /(?<!\d)\d{4}(?!\d)/;
/** Years of the Thai calendar that nobody means of ours. */
export const thaiYears = { from: 2400, to: 2700 } as const;
/** A cell with more characters is no date: of long texts nothing is looked for. */
const longestDate = 40;

/** The year of four digits of such a date. */
function yearIn(cell: string): number | null {
  if (cell.length > longestDate || !/\d/.test(cell)) return null;
  if (!beginsWithYear.test(cell) && !(namesMonth.test(cell) && looksLike('datetime', cell)))
    return null;
  const [year] = yearAlone.exec(cell) ?? [];
  return year === undefined ? null : Number(year);
}

/**
 * The calendar that most years of a column are of, other than the Gregorian one: years around 2560
 * are counted in Thailand, and those around 1445 or 1403 in columns named in Arabic letters or by
 * such a calendar.
 */
export function otherCalendar(name: string, present: readonly string[]): 'thai' | 'islamic' | null {
  const years = present.flatMap((cell) => yearIn(cell) ?? []);
  const most = (from: number, to: number): boolean =>
    2 * years.filter((year) => year >= from && year <= to).length > present.length;
  if (most(thaiYears.from, thaiYears.to)) return 'thai';
  return namesOtherCalendar(name) && most(1300, 1500) ? 'islamic' : null;
}
