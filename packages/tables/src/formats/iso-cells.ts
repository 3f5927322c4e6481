import { isClock, isDay } from './canonical-text.ts';
import type { GridCell } from './source.ts';

/** A date, or a date with a time; null where the form is another or there is no such day or time. */
export function dateCell(value: string): GridCell | null {
  const [, day, clock, fraction = ''] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)(\.\d+)?)?Z?$/.exec(value) ?? [];
  if (day === undefined || !isDay(day)) return null;
  if (clock === undefined) return { kind: 'date', text: day };
  return isClock(clock)
    ? { kind: 'datetime', text: `${day} ${clock}${shortFraction(fraction)}` }
    : null;
}

/** A time of day such as 09:30:00; null where it is none. */
export function clockCell(value: string): GridCell | null {
  const [, clock, fraction = ''] = /^(\d\d:\d\d:\d\d)(\.\d+)?Z?$/.exec(value) ?? [];
  return clock !== undefined && isClock(clock)
    ? { kind: 'time', text: `${clock}${shortFraction(fraction)}` }
    : null;
}

/** A time of day such as PT09H30M00S, or a longer or negative one, which is a duration. */
export function durationCell(value: string): GridCell | null {
  const [, minus, hours, minutes, seconds, fraction = ''] =
    /^(-?)PT(\d{1,9})H([0-5]?\d)M([0-5]?\d)([.,]\d+)?S$/.exec(value) ?? [];
  if (hours === undefined) return null;
  const clock = [hours, minutes, seconds].map((one) => String(Number(one)).padStart(2, '0'));
  return {
    kind: 'time',
    text: `${minus}${clock.join(':')}${shortFraction(fraction.replace(',', '.'))}`,
  };
}

/** Microseconds at most, without zeros at the end. */
const shortFraction = (fraction: string): string => fraction.slice(0, 7).replace(/\.?0*$/, '');
