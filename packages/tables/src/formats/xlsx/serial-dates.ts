import type { GridCell } from '../source.ts';
import type { Shown } from './number-formats.ts';

const dayMs = 86_400_000;
/** The day that serial 0 would be: in the system of 1900 after its day that never was. */
const [epoch1900, epoch1904] = [Date.UTC(1899, 11, 30), Date.UTC(1904, 0, 1)];
const lastSerial = 2_958_466;

const pad = (number: number, digits: number): string => String(number).padStart(digits, '0');

/** A time of day, with the milliseconds it has. */
function clockOf(ms: number): string {
  const [hours, minutes] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60];
  const [seconds, rest] = [Math.floor(ms / 1000) % 60, ms % 1000];
  return `${pad(hours, 2)}:${pad(minutes, 2)}:${pad(seconds, 2)}${rest === 0 ? '' : `.${pad(rest, 3)}`}`;
}

/**
 * A number of days as the date, time or duration that its format shows; to the millisecond, which
 * is as exact as spreadsheets are. Null for what is none: negative, beyond the year 9999, or 29
 * February 1900, which is a day in Excel alone.
 */
export function cellOfSerial(serial: number, shown: Shown, is1904: boolean): GridCell | null {
  if (shown === 'elapsed')
    return { kind: 'number', text: String(Math.round(serial * dayMs) / 1000) };
  if (!(serial >= 0 && serial < lastSerial)) return null;
  if (shown === 'time' && serial < 1) {
    // What rounds to 24:00 is still of the day.
    return { kind: 'time', text: clockOf(Math.min(Math.round(serial * dayMs), dayMs - 1)) };
  }
  // In the system of 1900 days up to 28 February 1900 are one later than the epoch says.
  const isFebruary29 = !is1904 && Math.floor(serial) === 60;
  if (isFebruary29 || (!is1904 && serial < 1)) return null;
  const shift = !is1904 && serial < 60 ? 1 : 0;
  const ms = (is1904 ? epoch1904 : epoch1900) + Math.round((serial + shift) * dayMs);
  const date = new Date(ms);
  if (date.getUTCFullYear() > 9999) return null;
  const day = `${pad(date.getUTCFullYear(), 4)}-${pad(date.getUTCMonth() + 1, 2)}-${pad(date.getUTCDate(), 2)}`;
  const clock = ((ms % dayMs) + dayMs) % dayMs;
  if (shown === 'date' && clock === 0) return { kind: 'date', text: day };
  return { kind: 'datetime', text: `${day} ${clockOf(clock)}` };
}
