/** A date or moment in whole numbers, which no year is too far for. */
export interface MomentParts {
  /** Days since 1970-01-01. */
  readonly day: number;
  /** Of the day. */
  readonly microseconds: number;
}

const clockForm = String.raw`(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,6}))?`;
const clock = new RegExp(`^${clockForm}$`);
const moment = new RegExp(String.raw`^(\d+)-(\d{2})-(\d{2})( \(BC\))?(?: ${clockForm})?$`);

const microsecondsOf = (hours = '0', minutes = '0', seconds = '0', fraction = ''): number =>
  ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000_000 +
  Number(fraction.padEnd(6, '0'));

/** A finite date or moment as the database writes it. */
export function momentParts(text: string): MomentParts {
  const found = moment.exec(text);
  if (found === null) throw new Error(`${text.slice(0, 40)} is no moment.`);
  const [, year, month, day, before, ...time] = found;
  return {
    day: dayOf(before === undefined ? Number(year) : 1 - Number(year), Number(month), Number(day)),
    microseconds: microsecondsOf(...time),
  };
}

/** Microseconds since midnight of a time as the database writes it. */
export function clockParts(text: string): number {
  const found = clock.exec(text);
  if (found === null) throw new Error(`${text.slice(0, 40)} is no time of a day.`);
  return microsecondsOf(...found.slice(1));
}

/**
 * Days since 1970-01-01 in the Gregorian calendar, by the algorithm `days_from_civil` of Howard
 * Hinnant: dates of JavaScript end in the year 275760, and take the years 0 to 99 for those of 1900.
 */
function dayOf(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const ofEra = shifted - era * 400;
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return (
    era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468
  );
}
