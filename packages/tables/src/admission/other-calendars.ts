import { namesOtherCalendar } from './column-names.ts';

/** The year of four digits of a date that begins with it, or that names its month. */
const yearForm =
  /^(\d{4})(?:[-/.]\d{1,2}[-/.]\d{1,2}(?!\d)|\P{N}*\p{L}{3})|^\d{1,2}\P{N}*\p{L}{3}\P{N}*(\d{4})(?!\d)|^\p{L}{3,}\P{N}*\d{1,2}\P{N}+(\d{4})(?!\d)/u;

/**
 * The calendar that most years of a column are of, other than the Gregorian one: years around 2560
 * are counted in Thailand, and those around 1445 or 1403 in columns named in Arabic letters or by
 * such a calendar.
 */
export function otherCalendar(name: string, present: readonly string[]): 'thai' | 'islamic' | null {
  const years = present.flatMap((cell) => {
    const [, first, second, third] = yearForm.exec(cell) ?? [];
    const year = first ?? second ?? third;
    return year === undefined ? [] : [Number(year)];
  });
  const most = (from: number, to: number): boolean =>
    2 * years.filter((year) => year >= from && year <= to).length > present.length;
  if (most(2400, 2700)) return 'thai';
  return namesOtherCalendar(name) && most(1300, 1500) ? 'islamic' : null;
}
