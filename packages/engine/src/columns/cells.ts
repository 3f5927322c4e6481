import type { Cell } from '@columnist/contract';
import type { DuckDBValue } from '@duckdb/node-api';
import { decimalOf, type FieldColumn, type TableColumn } from './table-column.ts';

/** A decimal text as a number, or as it stands where a double would not hold it exactly. */
export function exactNumber(text: string): number | string {
  const value = Number(text);
  const plain = text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;
  return String(value) === plain || (value === 0 && /^-?0?\.?0*$/.test(plain)) ? value : plain;
}

/** SQL that gives a column's value as this door's text or number. */
export function cellExpression(column: FieldColumn): string {
  const name = column.field;
  if (column.type === 'datetime' || column.storage === 'BIGINT' || decimalOf(column.storage) !== null) {
    return `${name}::varchar`;
  }
  return name;
}

/** The value of `cellExpression` on the wire. */
export function cellOf(column: TableColumn, value: DuckDBValue): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  const text = String(value);
  if (column.type === 'number') return exactNumber(text);
  if (column.type === 'datetime') return isoMoment(text, column.storage);
  return text;
}

function isoMoment(text: string, storage: string): string {
  if (storage === 'DATE' || storage === 'TIME') return text;
  return text.replace(' ', 'T') + (storage === 'TIMESTAMPTZ' ? 'Z' : '');
}

/** Microseconds since 1970 (or midnight) as ISO 8601, in the form of the column's storage. */
export function momentOf(micros: number, storage: string): string {
  const whole = Math.round(micros);
  const millis = Math.floor(whole / 1000);
  const rest = whole - millis * 1000;
  const iso = new Date(millis).toISOString().slice(0, -1);
  const [date = '', time = ''] = iso.split('T');
  const exact = (time + String(rest).padStart(3, '0')).replace(/\.?0+$/, '');
  const clock = exact.length < 8 ? time.slice(0, 8) : exact;
  if (storage === 'DATE') return whole % 86_400_000_000 === 0 ? date : `${date}T${clock}`;
  if (storage === 'TIME') return clock;
  return `${date}T${clock}${storage === 'TIMESTAMPTZ' ? 'Z' : ''}`;
}
