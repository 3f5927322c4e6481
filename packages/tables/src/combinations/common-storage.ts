import type { CountedColumn } from '@columnist/contract';
import { decimalOf, type TableColumn } from '../table/table-column.ts';
import { isEmpty } from './combined.ts';

/** Values of the same family can be compared and put into one column. */
export function familyOf(
  storage: string,
): 'number' | 'text' | 'date' | 'instant' | 'time' | 'boolean' {
  if (storage === 'VARCHAR') return 'text';
  if (storage === 'BOOLEAN') return 'boolean';
  if (storage === 'TIMESTAMPTZ') return 'instant';
  if (storage === 'TIME') return 'time';
  return storage === 'DATE' || storage === 'TIMESTAMP' ? 'date' : 'number';
}

/**
 * Whole numbers below this, and decimals of so many digits, are doubles without loss; the ends of a
 * column are rounded to doubles, so 2⁵³ may have been 2⁵³ + 1.
 */
const wholeInDouble = 2 ** 53;
const digitsOfDouble = 15;
const digitsOfWhole = 19;
const digitsOfDecimal = 38;

export const isExactInDouble = ({ storage, low, high }: CountedColumn): boolean => {
  if (storage === 'DOUBLE') return true;
  const decimal = decimalOf(storage);
  if (decimal !== null) return decimal.precision <= digitsOfDouble;
  return [low, high].every((end) => Math.abs(Number(end)) < wholeInDouble);
};

/**
 * A storage that keeps the values of all these columns as they are; null where only text does. A
 * column without any value fits all.
 */
export function commonStorage(columns: readonly CountedColumn[]): string | null {
  const present = columns.filter((column) => !isEmpty(column));
  const storages = [...new Set(present.map(({ storage }) => storage))];
  const [first = columns[0]?.storage ?? 'VARCHAR', ...others] = storages;
  if (others.length === 0) return first;
  const families = new Set(storages.map(familyOf));
  if (families.size > 1) return null;
  if (families.has('date')) return 'TIMESTAMP';
  if (!families.has('number')) return null;
  if (storages.includes('DOUBLE')) return present.every(isExactInDouble) ? 'DOUBLE' : null;
  const decimals = storages.map(
    (storage) => decimalOf(storage) ?? { precision: digitsOfWhole, scale: 0 },
  );
  const scale = Math.max(...decimals.map((one) => one.scale));
  const whole = Math.max(...decimals.map((one) => one.precision - one.scale));
  return whole + scale > digitsOfDecimal ? null : `DECIMAL(${whole + scale},${scale})`;
}

/** A decimal with room for the values that these columns have; null where there is none. */
export function decimalForValues(columns: readonly CountedColumn[]): string | null {
  const scale = Math.max(...columns.map(({ storage }) => decimalOf(storage)?.scale ?? 0));
  const whole = Math.max(...columns.flatMap(({ low, high }) => [low, high].map(wholeDigits)));
  return whole + scale > digitsOfDecimal ? null : `DECIMAL(${whole + scale},${scale})`;
}

/** Digits before the decimal point; of a number that is rounded to a double, at least as many. */
const wholeDigits = (end: CountedColumn['low']): number =>
  Math.max(1, 1 + Number(Number(end).toExponential().split('e')[1]));

/** How a value is cast to this storage, in SQL. An instant is kept as its time in UTC. */
export const castTo = (storage: string, value: string): string =>
  `${value}::${storage === 'TIMESTAMPTZ' ? 'TIMESTAMP' : storage}`;

/** SQL of a value as text, as a cell of a CSV file says it: numbers in the shortest way. */
export function textOf({ storage }: Pick<TableColumn, 'storage'>, value: string): string {
  if (storage === 'VARCHAR') return value;
  const decimal = decimalOf(storage);
  if (decimal !== null) {
    const text = `${value}::varchar`;
    if (decimal.scale === 0) return text;
    // The database writes no zero before the point where a storage has no digit there.
    const zero =
      decimal.scale < decimal.precision ? text : `regexp_replace(${text}, '^(-?)\\.', '\\10.')`;
    return `regexp_replace(${zero}, '\\.?0+$', '')`;
  }
  return writtenAs({ storage }, value);
}

/** SQL of a value as it is written into a file, with all digits that it is kept with. */
export function writtenAs({ storage }: Pick<TableColumn, 'storage'>, value: string): string {
  const text = `${value}::varchar`;
  if (storage === 'VARCHAR') return value;
  if (storage === 'DOUBLE')
    return `replace(replace(regexp_replace(${text}, '\\.0$', ''), 'inf', 'Infinity'), 'nan', 'NaN')`;
  if (storage === 'TIMESTAMP') return `replace(${text}, ' ', 'T')`;
  return storage === 'TIMESTAMPTZ' ? `replace(${text}, ' ', 'T') || 'Z'` : text;
}
