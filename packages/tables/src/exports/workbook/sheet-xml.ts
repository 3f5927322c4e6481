import { AppError } from '@columnist/contract';
import { isoMoment } from '../../table/cells.ts';
import { kindOf, type FieldColumn } from '../../table/table-column.ts';
import { clockParts, momentParts } from '../moment-parts.ts';
import type { ExportedValue } from '../open-rows.ts';
import { styles } from './parts.ts';

/** Characters of a cell at most, by Excel's limits. */
const longestCell = 32_767;

/** A, B, … Z, AA, … by their place. */
export function columnName(place: number): string {
  let name = '';
  for (let rest = place + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
}

const widths: Readonly<Record<string, number>> = {
  DATE: 11,
  TIME: 10,
  TIMESTAMP: 20,
  TIMESTAMPTZ: 20,
};

export const widthOf = ({ name, storage }: FieldColumn): number =>
  Math.min(40, Math.max(10, name.length + 3, widths[storage] ?? 0));

/** A row of cells; null is an empty one. */
export const rowXml = (row: number, cells: readonly (string | null)[]): string =>
  `<row r="${row}">${cells.map((cell, i) => (cell === null ? '' : cell.replace('<c', `<c r="${columnName(i)}${row}"`))).join('')}</row>`;

export const header = (names: readonly string[]): string =>
  rowXml(
    1,
    names.map((name) => textCell(name, styles.header)),
  );

/**
 * A value as the cell that holds it. What Excel would change is a text: dates and moments before March
 * 1900 or after 9999, times finer than a millisecond, decimals and whole numbers of more than 15
 * digits, and numbers that are infinite, NaN or outside 2.3e-308 to 9.9e307.
 */
export function cellXml(
  { storage }: Pick<FieldColumn, 'storage'>,
  value: ExportedValue,
): string | null {
  if (value === null || value === '') return null;
  const text = isoMoment(String(value), storage);
  switch (kindOf(storage)) {
    case 'boolean':
      return `<c t="b"><v>${value === true ? 1 : 0}</v></c>`;
    case 'double':
      return holdsDouble(Number(value)) ? `<c><v>${text}</v></c>` : textCell(text);
    case 'whole':
    case 'decimal':
      return text.replace(/^-?[0.]*|\./g, '').replace(/0+$/, '').length <= 15 && fits(text)
        ? `<c><v>${text}</v></c>`
        : textCell(text);
    case 'time': {
      const microseconds = clockParts(text);
      return microseconds % 1000 !== 0 || microseconds >= dayOfMicroseconds
        ? textCell(text)
        : `<c s="${styles.time}"><v>${microseconds / dayOfMicroseconds}</v></c>`;
    }
    case 'date':
    case 'moment':
    case 'zoned': {
      const days = serialOf(String(value));
      return days === null
        ? textCell(text)
        : `<c s="${storage === 'DATE' ? styles.date : styles.moment}"><v>${days}</v></c>`;
    }
    case 'text':
      return textCell(text);
  }
}

const dayOfMicroseconds = 86_400_000_000;
/** The first and the last day that Excel knows as we do: its 1900 has a 29 February. */
const firstDay = Date.UTC(1900, 2, 1) / 86_400_000;
const lastDay = Date.UTC(9999, 11, 31) / 86_400_000;
/** Days from the one that Excel counts from to 1970. */
const dayZero = Date.UTC(1899, 11, 30) / 86_400_000;

/** The number of a date or moment in Excel; null where it has none. */
function serialOf(text: string): number | null {
  if (text.endsWith('infinity')) return null;
  const { day, microseconds } = momentParts(text);
  return day < firstDay || day > lastDay || microseconds % 1000 !== 0
    ? null
    : day - dayZero + microseconds / dayOfMicroseconds;
}

const [smallest, largest] = [2.2250738585072014e-308, 9.99999999999999e307];
const holdsDouble = (value: number): boolean =>
  value === 0 || (Math.abs(value) >= smallest && Math.abs(value) <= largest);

/** Whole numbers that a 64-bit float is. */
const fits = (text: string): boolean => text.includes('.') || Number.isSafeInteger(Number(text));

function textCell(text: string, style?: number): string {
  if (text.length > longestCell)
    throw new AppError(
      'invalid_input',
      `A cell of Excel holds ${longestCell} characters, and a text has ${text.length}.`,
      {
        errors: [{ field: 'format', message: 'Ask for CSV or Parquet, or leave the column out.' }],
      },
    );
  return `<c${style === undefined ? '' : ` s="${style}"`} t="inlineStr"><is><t${/^\s|\s$|\n/.test(text) ? ' xml:space="preserve"' : ''}>${escaped(text)}</t></is></c>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** What XML cannot hold, and halves of characters. */
const forbidden =
  // eslint-disable-next-line no-control-regex -- control characters are looked for
  /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Characters that XML cannot hold are written as Excel does, in `_x000B_`. */
const escaped = (text: string): string =>
  text
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(
      forbidden,
      (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replaceAll(/[&<>]/g, (sign) => entities[sign] ?? sign);
