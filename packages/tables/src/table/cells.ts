import type { Cell } from '@columnist/contract';
import type { DuckDBValue } from '@duckdb/node-api';
import { decimalOf, type FieldColumn, type TableColumn } from './table-column.ts';

/** Every decimal of so many digits is the shortest way to write some double. */
const digitsOfDouble = 15;

const withoutZeros = (text: string): string =>
  text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;

/** A decimal text as a number, or as it is where a double would not hold it exactly. */
export function exactNumber(text: string): number | string {
  const plain = withoutZeros(text);
  const digits = plain.replace(/^-?[0.]*/, '').replace('.', '').length;
  const value = Number(plain);
  return digits <= digitsOfDouble || String(value) === plain ? value : plain;
}

/** SQL that gives a column's value as this door's text or number. */
export function cellExpression(column: FieldColumn): string {
  const name = column.field;
  const decimal = decimalOf(column.storage);
  // Of as many decimals as digits the database writes no zero before the point: `.25`.
  if (decimal !== null && decimal.precision === decimal.scale)
    return `regexp_replace(${name}::varchar, '^(-?)[.]', '\\10.')`;
  return column.type === 'datetime' || column.storage === 'BIGINT' || decimal !== null
    ? `${name}::varchar`
    : name;
}

/** The value of `cellExpression` on the wire; what no JSON number can say is a text. */
export function cellOf(column: TableColumn, value: DuckDBValue): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  const text = String(value);
  if (column.type === 'number') return exactNumber(text);
  if (column.type === 'datetime') return isoMoment(text, column.storage);
  return text;
}

/**
 * Rows of such values on the wire. A column with a number that a double would not hold has texts
 * alone, so that who reads it finds one form.
 */
export function cellsOf(
  columns: readonly TableColumn[],
  rows: readonly (readonly DuckDBValue[])[],
): Cell[][] {
  const cells = rows.map((row) => columns.map((column, i) => cellOf(column, row[i] ?? null)));
  columns.forEach(({ type, storage }, i) => {
    const isExact = type === 'number' && storage !== 'DOUBLE';
    if (!isExact || !cells.some((row) => typeof row[i] === 'string')) return;
    cells.forEach((row, at) => {
      const value = rows[at]?.[i] ?? null;
      row[i] = value === null ? null : withoutZeros(String(value));
    });
  });
  return cells;
}

/**
 * A moment as ISO 8601. What ISO cannot say, as a year before 1 and what is infinite, stays as the
 * database writes and reads it.
 */
export function isoMoment(text: string, storage: string): string {
  if (!storage.startsWith('TIMESTAMP')) return text;
  const zoned = storage === 'TIMESTAMPTZ';
  if (/^[\d-]+ \d/.test(text)) return text.replace(' ', 'T') + (zoned ? 'Z' : '');
  return zoned && !text.endsWith('infinity') ? `${text}+00` : text;
}

/** SQL of what `isoMoment` gives of a field. */
export const isoMomentOf = ({ field, storage }: Pick<FieldColumn, 'field' | 'storage'>): string => {
  if (!storage.startsWith('TIMESTAMP')) return `${field}::varchar`;
  const [ends, endsBefore] = storage === 'TIMESTAMPTZ' ? ['Z', '+00'] : ['', ''];
  return (
    `case when not isfinite(${field}) then ${field}::varchar ` +
    `when year(${field}) > 0 then replace(${field}::varchar, ' ', 'T') || '${ends}' ` +
    `else ${field}::varchar || '${endsBefore}' end`
  );
};

/** Microseconds since 1970 (or midnight) as ISO 8601, in the form of the column's storage. */
export function momentOf(micros: number, storage: string): string {
  const whole = Math.round(micros);
  const millis = Math.floor(whole / 1000);
  const [date = '', time = ''] = new Date(millis).toISOString().slice(0, -1).split('T');
  const clock = (time + String(whole - millis * 1000).padStart(3, '0'))
    .replace(/\.?0+$/, '')
    .padEnd(8, '0');
  if (storage === 'DATE') return whole % 86_400_000_000 === 0 ? date : `${date}T${clock}`;
  if (storage === 'TIME') return clock;
  return `${date}T${clock}${storage === 'TIMESTAMPTZ' ? 'Z' : ''}`;
}

/** Microseconds since 1970 (or midnight) of a text that `momentOf` wrote. */
export function microsOf(moment: string): number {
  if (/^\d{2}:/.test(moment)) return microsOf(`1970-01-01T${moment}`);
  const [whole = '', fraction = ''] = moment.replace('Z', '').split('.');
  return (
    Date.parse(`${whole}${whole.length === 10 ? 'T00:00:00' : ''}Z`) * 1000 +
    Number(fraction.padEnd(6, '0'))
  );
}
