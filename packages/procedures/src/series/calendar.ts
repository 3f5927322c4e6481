import type { CalendarUnit } from '@columnist/contract';

const second = 1e6;
/** In microseconds, as all moments here. */
export const day = 86_400 * second;
const lengths: Readonly<Partial<Record<CalendarUnit, number>>> = {
  second,
  minute: 60 * second,
  hour: 3600 * second,
  day,
  week: 604_800 * second,
};
const monthsIn: Readonly<Partial<Record<CalendarUnit, number>>> = {
  month: 1,
  quarter: 3,
  year: 12,
};
// 1970 began on a Thursday; weeks begin on Mondays.
const monday = -3 * 86_400 * second;

/** Months since January 1970 of a moment in microseconds. */
export function monthOf(micros: number): number {
  const date = new Date(Math.floor(micros / 1000));
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
}

/** Which unit since 1970 a moment lies in. */
export function unitOf(micros: number, unit: CalendarUnit): number {
  const months = monthsIn[unit];
  if (months !== undefined) return Math.floor(monthOf(micros) / months);
  return Math.floor((micros - (unit === 'week' ? monday : 0)) / (lengths[unit] ?? second));
}

/** The moment that a unit begins at. */
export function startOf(index: number, unit: CalendarUnit): number {
  const months = monthsIn[unit];
  if (months !== undefined) return Date.UTC(1970, index * months, 1) * 1000;
  return index * (lengths[unit] ?? second) + (unit === 'week' ? monday : 0);
}

/** How many values a cycle has that people look for in such a series; null where none is usual. */
export const usualPeriod: Readonly<Record<CalendarUnit, number | null>> = {
  second: 60,
  minute: 60,
  hour: 24,
  day: 7,
  week: 52,
  month: 12,
  quarter: 4,
  year: null,
};

/** A step of the calendar: so many of a unit. */
export interface Step {
  readonly count: number;
  readonly unit: CalendarUnit;
}

/**
 * The step between moments of equal distance, in the largest unit that divides it; null where it
 * has none.
 */
export function stepOf(micros: number): Step | null {
  for (const unit of ['week', 'day', 'hour', 'minute', 'second'] as const) {
    const count = micros / (lengths[unit] ?? second);
    if (Number.isInteger(count)) return { count, unit };
  }
  return null;
}

/** Months between values as years, quarters or months. */
export const stepOfMonths = (months: number): Step =>
  months % 12 === 0
    ? { count: months / 12, unit: 'year' }
    : months % 3 === 0
      ? { count: months / 3, unit: 'quarter' }
      : { count: months, unit: 'month' };

export const articleOf = (unit: CalendarUnit): string => (unit === 'hour' ? 'an' : 'a');

export const sayStep = ({ count, unit }: Step): string =>
  count === 1 ? unit : `${count} ${unit}s`;

/** The moment so many steps after another; a last day of a month stays one. */
export function momentAfter(micros: number, steps: number, { count, unit }: Step): number {
  const months = monthsOf(unit);
  if (months === null) return micros + steps * count * (startOf(1, unit) - startOf(0, unit));
  const from = new Date(Math.floor(micros / 1000));
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + steps * months * count];
  const longest = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const isLast = new Date(from.getTime() + day / 1000).getUTCMonth() !== from.getUTCMonth();
  return (
    Date.UTC(year, month, isLast ? longest : Math.min(longest, from.getUTCDate())) * 1000 +
    (((micros % day) + day) % day)
  );
}

/** Of units that have no fixed length. */
export const monthsOf = (unit: CalendarUnit): number | null => monthsIn[unit] ?? null;
