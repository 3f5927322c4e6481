const clock = String.raw`(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?`;
const timeText = new RegExp(`^${clock}$`);
const momentText = new RegExp(
  `^(\\d{4})-(\\d{2})-(\\d{2})(?:[T ]${clock}(?:Z|([+-])(\\d{2}):(\\d{2}))?)?$`,
);

/** A time of day as HH:MM:SS, with its fraction if it has one; null where the text is none. */
export function readTime(text: string): string | null {
  const [, hour, minute, second = '00', fraction] = timeText.exec(text) ?? [];
  if (hour === undefined || !isClock(hour, minute, second)) return null;
  return `${hour}:${minute}:${second}${fraction === undefined ? '' : `.${fraction}`}`;
}

/**
 * An ISO 8601 date, or date and time, as YYYY-MM-DD HH:MM:SS; one with a zone is given in UTC. Null
 * where there is no such moment.
 */
export function readMoment(text: string): string | null {
  const match = momentText.exec(text);
  if (match === null) return null;
  const [
    ,
    year = '',
    month = '',
    day = '',
    hour = '00',
    minute = '00',
    second = '00',
    fraction = '',
    sign,
    aheadHours = '00',
    aheadMinutes = '00',
  ] = match;
  const date = new Date(
    Date.UTC(2000, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)),
  );
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (
    date.getUTCDate() !== Number(day) ||
    !isClock(hour, minute, second) ||
    !isClock(aheadHours, aheadMinutes)
  )
    return null;
  const ahead = (Number(aheadHours) * 60 + Number(aheadMinutes)) * (sign === '-' ? -1 : 1);
  const [utc = ''] = new Date(date.getTime() - ahead * 60_000)
    .toISOString()
    .replace('T', ' ')
    .split('.');
  return fraction === '' ? utc : `${utc}.${fraction}`;
}

const isClock = (hour = '00', minute = '00', second = '00'): boolean =>
  Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
