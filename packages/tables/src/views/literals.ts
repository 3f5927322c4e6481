import { AppError, readMoment, readTime } from '@columnist/contract';
import { decimalOf, type FieldColumn } from '../table/table-column.ts';
import type { Sql } from '../database/sql.ts';

type Scalar = string | number | boolean;

/**
 * A value of a filter as a bound place of the column's type. Throws wrong_column_type where it does
 * not fit.
 */
export function bindLiteral(value: Scalar, column: FieldColumn): Sql {
  switch (column.type) {
    case 'boolean':
      return typeof value === 'boolean'
        ? { text: '?', values: [value] }
        : refuse(value, column, 'true or false');
    case 'number':
      return typeof value === 'boolean'
        ? refuse(value, column, 'a number')
        : bindNumber(String(value), column);
    case 'datetime':
      return typeof value === 'string'
        ? bindMoment(value, column)
        : refuse(value, column, 'an ISO 8601 date or time');
    case 'category':
    case 'text':
      return typeof value === 'string'
        ? { text: '?', values: [value] }
        : refuse(value, column, 'a text');
  }
}

function refuse(value: Scalar, column: FieldColumn, wanted: string): never {
  const shown = JSON.stringify(value).slice(0, 100);
  throw new AppError(
    'wrong_column_type',
    `'${column.name}' is a ${column.type} column and cannot be compared with ${shown}.`,
    {
      column: column.name,
      fix: `Compare '${column.name}' with ${wanted}.`,
    },
  );
}

const decimalText = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d{1,3}))?$/;
const maxDigits = 38;
const digitsOfBigint = 19;

/**
 * Exactly, as the shortest decimal that holds it, where column and value have room in 38 digits
 * together; else as a double.
 */
function bindNumber(text: string, column: FieldColumn): Sql {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = decimalText.exec(text) ?? [];
  if (whole + fraction === '' || text.length > 400 || !Number.isFinite(Number(text)))
    return refuse(text, column, 'a number');
  const decimal = storedDigits(column.storage);
  const point = whole.length + Number(exponent);
  const digits = (whole + fraction).padEnd(Math.max(0, Math.min(point, maxDigits + 1)), '0');
  const places = Math.max(0, digits.length - point);
  const wholeDigits = Math.max(1, point);
  const room =
    decimal !== null &&
    Math.max(wholeDigits, decimal.whole) + Math.max(places, decimal.places) <= maxDigits;
  if (!room) return { text: 'cast(? as double)', values: [text] };
  const filled = digits.padStart(digits.length + Math.max(0, -point), '0');
  const exact = `${sign}${filled.slice(0, filled.length - places) || '0'}${places > 0 ? `.${filled.slice(-places)}` : ''}`;
  return { text: `cast(? as decimal(${wholeDigits + places}, ${places}))`, values: [exact] };
}

/** Digits before and after the point; null for doubles. */
function storedDigits(storage: string): { whole: number; places: number } | null {
  if (storage === 'BIGINT') return { whole: digitsOfBigint, places: 0 };
  const decimal = decimalOf(storage);
  return decimal === null
    ? null
    : { whole: decimal.precision - decimal.scale, places: decimal.scale };
}

function bindMoment(text: string, column: FieldColumn): Sql {
  if (column.storage === 'TIME')
    return {
      text: 'cast(? as time)',
      values: [readTime(text) ?? refuse(text, column, 'a time such as 13:45:00')],
    };
  return {
    text: 'cast(? as timestamp)',
    values: [
      readMoment(text) ?? refuse(text, column, 'a date such as 2026-01-31 or 2026-01-31T13:45:00Z'),
    ],
  };
}
