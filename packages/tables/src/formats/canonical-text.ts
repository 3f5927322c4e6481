/** A double as its shortest exact text. */
export const numberText = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

const two = (value: number): string => String(value).padStart(2, '0');

/** Years that a date may have; ISO 8601 has four digits for them. */
const within = (date: Date): boolean => {
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999;
};

/** Milliseconds since 1970 as a date; null where the year is none of 1 to 9999. */
export function dateText(milliseconds: number): string | null {
  const date = new Date(milliseconds);
  return within(date) ? date.toISOString().slice(0, 10) : null;
}

/**
 * Seconds since 1970, whole ones apart from their microseconds, as a date with a time; null where
 * the year is none of 1 to 9999.
 */
export function momentText(seconds: number, microseconds = 0): string | null {
  const date = new Date(seconds * 1000);
  return within(date)
    ? `${date.toISOString().slice(0, 19).replace('T', ' ')}${fractionText(microseconds)}`
    : null;
}

/** Whether a text such as 2024-02-30 is a day of the calendar, in the years 1 to 9999. */
export function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  // A day that its month does not have becomes one of the next month.
  return !Number.isNaN(date.getTime()) && within(date) && date.toISOString().startsWith(text);
}

/** Whether a text such as 09:30:00 is a time of day. */
export const isClock = (text: string): boolean =>
  /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?$/.test(text);

/** Seconds of a day as a time. */
export function clockText(seconds: number, microseconds = 0): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${two(hours)}:${two(minutes)}:${two(seconds % 60)}${fractionText(microseconds)}`;
}

/**
 * A number of seconds as whole seconds and the microseconds beyond them. A double of many seconds
 * has not all microseconds: of those that are the same double, the one with fewest digits is meant.
 */
export function splitSeconds(value: number): [seconds: number, microseconds: number] {
  const seconds = Math.floor(value);
  const [, minus, fraction] = /^(-?)\d+\.(\d{1,6})$/.exec(String(value)) ?? [];
  const said = fraction === undefined ? null : Number(fraction.padEnd(6, '0'));
  if (said !== null) return [seconds, minus === '-' ? 1e6 - said : said];
  const microseconds = Math.round((value - seconds) * 1e6);
  return microseconds === 1e6 ? [seconds + 1, 0] : [seconds, microseconds];
}

const fractionText = (microseconds: number): string =>
  microseconds === 0 ? '' : `.${String(microseconds).padStart(6, '0').replace(/0+$/, '')}`;
