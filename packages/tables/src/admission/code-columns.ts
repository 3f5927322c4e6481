import { groupSigns } from '@columnist/contract';
import {
  namesDays,
  namesDuration,
  namesCodes,
  namesMonths,
  namesNumbered,
  namesRatio,
  namesReleases,
  namesThreeParts,
  namesWeeks,
} from './column-names.ts';
import type { codeReasons } from './column-notes.ts';
import { isDateColumn } from './date-columns.ts';
import { haveCheckDigits } from './check-digits.ts';
import { namesIdentifiers, namesPlainIdentifiers } from './identifier-names.ts';
import { pointedDay } from './number-writing.ts';
import { otherCalendar } from './other-calendars.ts';

const dotted = /^(\d+)\.(\d+)$/;
/** A month, or a week, beside its year. */
const monthOfYear = /^(?:(?:0?[1-9]|1[0-2])\.(?:19|20)\d\d|(?:19|20)\d\d\.(?:0?[1-9]|1[0-2]))$/;
const weekOfYear =
  /^(?:(?:0?[1-9]|[1-4]\d|5[0-3])\.(?:19|20)\d\d|(?:19|20)\d\d\.(?:0?[1-9]|[1-4]\d|5[0-3]))$/;
const threeNumbers = /^\d+([/-]|\. ?)\d+\1\d+\.?$/;
const yearOfOurs = /(?:[/-]|\. ?)(?:19|20)\d\d\.?$/;
const grouped = new RegExp(String.raw`^\d{1,3}(?:([.${groupSigns}])\d{3})(?:\1\d{3})*$`);
const inGroups = new RegExp(`^[\\d.${groupSigns}]+$`);
const upTo255 = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
/** An address of the internet; amounts of twelve digits with no group beyond 255 are rare. */
const address = new RegExp(`^(?:${upTo255}\\.){3}${upTo255}$`);

/**
 * Why numbers are codes, and times durations, all the same, by the name of their column and by their form; null where
 * nothing says so.
 */
export function codesOf(name: string, present: readonly string[]): keyof typeof codeReasons | null {
  if (present.length === 0) return null;
  const share = (test: RegExp, cells = present): number =>
    cells.filter((cell) => test.test(cell)).length / cells.length;
  const pairs = withPoints(present);
  if (share(/^[1-9]\d*$/) === 1 && areIdentifiers(name, present)) return 'identifiers';
  if (isDateColumn(present)) {
    const isDay = namesReleases(name) && share(yearOfOurs) === 1;
    return namesThreeParts(name) && share(threeNumbers) === 1 && !isDay
      ? share(/[.]/) > 0
        ? 'numbered'
        : 'grouped'
      : null;
  }
  if (namesThreeParts(name) && !namesReleases(name) && share(pointedDay) === 1) return 'numbered';
  if (share(address) >= 0.9 && share(grouped) > 0) return 'addresses';
  const calendar = otherCalendar(name, present);
  if (calendar !== null) return calendar;
  if (share(monthOfYear, pairs) === 1 && (namesMonths(name) || areMonths(pairs))) return 'months';
  if (share(weekOfYear, pairs) === 1 && (namesWeeks(name) || areWeeks(pairs))) return 'months';
  // Without a month of two digits, 1.5 and 2.5 of a “day” are decimals.
  const hasMonth = present.some((cell) => /\.(?:0[1-9]|[12]\d|3[01])$/.test(cell));
  if (
    hasMonth &&
    namesDays(name) &&
    share(/^(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|[12]\d|3[01])$/) === 1
  )
    return 'days';
  const hasFraction = pairs.some((cell) => /\.0*[1-9]/.test(cell));
  if (share(/^\d+(?:\.\d+)?$/, pairs) === 1 && share(dotted, pairs) >= 0.5 && hasFraction)
    return namesNumbered(name) || countsOn(pairs) || runsOn(pairs) ? 'numbered' : null;
  if (namesDuration(name) && share(/^\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/) >= 0.9)
    return 'durations';
  if (share(/^\d{1,2}(?: ?[hH] ?[0-5]\d|:[0-5]\d\.\d{1,3})$/) >= 0.9) return 'durations';
  if (namesRatio(name) && share(/^\d{1,3}:\d{2}$/) >= 0.9) return 'ratios';
  if (share(inGroups) < 1 || share(grouped) < 0.5) return null;
  const isLong = present.every((cell) => cell.replaceAll(/\D/g, '').length >= 6);
  return namesCodes(name) || (isLong && namesIdentifiers(name)) ? 'grouped' : null;
}

/** Digits by which the longest of some identifiers may be longer than the shortest. */
const spread = 3;

/** Whole numbers are identifiers by their name and length, or by their check digits. */
function areIdentifiers(name: string, present: readonly string[]): boolean {
  const [least, most] = present.reduce(
    ([low, high], { length }) => [Math.min(low, length), Math.max(high, length)],
    [Infinity, 0],
  );
  return most - least <= spread && (namesPlainIdentifiers(name, least) || haveCheckDigits(present));
}

/** 3.9, 3.10, 3.11: in order as two whole numbers, and out of order as one with decimals. */
function countsOn(cells: readonly string[]): boolean {
  const pairs = cells.map((cell) => cell.split('.').map(Number));
  const rises = (compare: (i: number) => number): boolean => {
    const steps = cells.slice(1).map((_, i) => Math.sign(compare(i)));
    return steps.every((step) => step >= 0) || steps.every((step) => step <= 0);
  };
  return (
    cells.length >= 3 &&
    cells.some((cell) => /\.[1-9]\d*0$/.test(cell)) &&
    rises((i) => {
      const [[a = 0, b = 0] = [], [c = 0, d = 0] = []] = [pairs[i], pairs[i + 1]];
      return c - a || d - b;
    }) &&
    !rises((i) => Number(cells[i + 1]) - Number(cells[i]))
  );
}

/** 1.10 and 1.11 where 1.9 is there as well: the parts behind the point are counted, whatever the order. */
function runsOn(cells: readonly string[]): boolean {
  const all = new Set(cells);
  const pairs = cells.map((cell) => /^(\d{1,3})\.(0|[1-9]\d{0,2})$/.exec(cell));
  return (
    cells.some((cell) => /\.[1-9]\d*0$/.test(cell)) &&
    pairs.every((pair) => {
      if (pair === null) return false;
      const [, major = '', minor = ''] = pair;
      return Number(minor) < 10 || all.has(`${major}.${Number(minor) - 1}`);
    })
  );
}

/** Three different months and more, each with two digits: decimals would not be so by chance. */
const areMonths = (cells: readonly string[]): boolean =>
  areWeeks(cells) ||
  (new Set(cells).size >= 3 &&
    cells.every((cell) => /^\d\d\.|\.\d\d$/.test(cell) && cell.length === 7));

/** Three different parts of years and more: decimals would not all end in a year by chance. */
const areWeeks = (cells: readonly string[]): boolean =>
  new Set(cells.map((cell) => cell.replace(/\.\d{4}$/, '.'))).size >= 3 &&
  cells.every((cell) => /^\d{1,2}\.\d{4}$/.test(cell));

/**
 * Pairs of numbers with a comma between them as those with a point; what may be thousands stays as
 * it is.
 */
const withPoints = (cells: readonly string[]): readonly string[] =>
  cells.some((cell) => cell.includes('.')) ||
  cells.every((cell) => /^\d{1,3}(?:,\d{3})*$/.test(cell))
    ? cells
    : cells.map((cell) => cell.replace(',', '.'));
