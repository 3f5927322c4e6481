import { AppError } from '@columnist/contract';
import { decimalOf, type FieldColumn } from '../columns/table-column.ts';
import type { Sql } from './sql.ts';

type Scalar = string | number | boolean;

/** A value of a filter as a bound place of the column's type. Throws wrong_column_type where it does not fit. */
export function bindLiteral(value: Scalar, column: FieldColumn): Sql {
  switch (column.type) {
    case 'boolean':
      return typeof value === 'boolean' ? { text: '?', values: [value] } : refuse(value, column, 'true or false');
    case 'number':
      return typeof value === 'boolean' ? refuse(value, column, 'a number') : bindNumber(String(value), column);
    case 'datetime':
      return typeof value === 'string' ? bindMoment(value, column) : refuse(value, column, 'an ISO 8601 date or time');
    case 'category':
    case 'text':
      return typeof value === 'string' ? { text: '?', values: [value] } : refuse(value, column, 'a text');
  }
}

function refuse(value: Scalar, column: FieldColumn, wanted: string): never {
  const shown = JSON.stringify(value).slice(0, 100);
  throw new AppError('wrong_column_type', `'${column.name}' is a ${column.type} column and cannot be compared with ${shown}.`, {
    column: column.name,
    fix: `Compare '${column.name}' with ${wanted}.`,
  });
}

const decimalText = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d{1,3}))?$/;
const maxDigits = 38;
const digitsOfBigint = 19;

/** Exactly, as the shortest decimal that holds it, where column and value have room in 38 digits together; else as a double. */
function bindNumber(text: string, column: FieldColumn): Sql {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = decimalText.exec(text) ?? [];
  if (whole + fraction === '' || text.length > 400 || !Number.isFinite(Number(text))) return refuse(text, column, 'a number');
  const decimal = storedDigits(column.storage);
  const point = whole.length + Number(exponent);
  const digits = (whole + fraction).padEnd(Math.max(0, Math.min(point, maxDigits + 1)), '0');
  const places = Math.max(0, digits.length - point);
  const wholeDigits = Math.max(1, point);
  const room = decimal !== null && Math.max(wholeDigits, decimal.whole) + Math.max(places, decimal.places) <= maxDigits;
  if (!room) return { text: 'cast(? as double)', values: [text] };
  const filled = digits.padStart(digits.length + Math.max(0, -point), '0');
  const exact = `${sign}${filled.slice(0, filled.length - places) || '0'}${places > 0 ? `.${filled.slice(-places)}` : ''}`;
  return { text: `cast(? as decimal(${wholeDigits + places}, ${places}))`, values: [exact] };
}

/** Digits before and after the point; null for doubles. */
function storedDigits(storage: string): { whole: number; places: number } | null {
  if (storage === 'BIGINT') return { whole: digitsOfBigint, places: 0 };
  const decimal = decimalOf(storage);
  return decimal === null ? null : { whole: decimal.precision - decimal.scale, places: decimal.scale };
}

const clock = String.raw`(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?`;
const timeText = new RegExp(`^${clock}$`);
const momentText = new RegExp(`^(\\d{4})-(\\d{2})-(\\d{2})(?:[T ]${clock}(?:Z|([+-])(\\d{2}):(\\d{2}))?)?$`);

function bindMoment(text: string, column: FieldColumn): Sql {
  if (column.storage === 'TIME') {
    const [, hour, minute, second] = timeText.exec(text) ?? refuse(text, column, 'a time such as 13:45:00');
    return isClock(hour, minute, second) ? { text: 'cast(? as time)', values: [text] } : refuse(text, column, 'a time that exists');
  }
  const match = momentText.exec(text) ?? refuse(text, column, 'a date such as 2026-01-31 or 2026-01-31T13:45:00Z');
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00', fraction = '', sign, aheadHours = '00', aheadMinutes = '00'] = match;
  const date = new Date(Date.UTC(2000, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)));
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (date.getUTCDate() !== Number(day) || !isClock(hour, minute, second) || !isClock(aheadHours, aheadMinutes)) {
    return refuse(text, column, 'a date and a time that exist');
  }
  // A moment with a zone is compared in UTC; one without is taken as it stands.
  const ahead = (Number(aheadHours) * 60 + Number(aheadMinutes)) * (sign === '-' ? -1 : 1);
  const [utc = ''] = new Date(date.getTime() - ahead * 60_000).toISOString().replace('T', ' ').split('.');
  return { text: 'cast(? as timestamp)', values: [fraction === '' ? utc : `${utc}.${fraction}`] };
}

const isClock = (hour = '00', minute = '00', second = '00'): boolean => Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
