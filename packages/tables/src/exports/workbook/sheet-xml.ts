import { AppError } from '@columnist/contract';
import { decimalOf, type FieldColumn } from '../../table/table-column.ts';
import { isoText } from '../json-lines.ts';
import { clockParts, momentParts, type ExportedValue } from '../open-rows.ts';
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
 * A value as the cell that holds it. Dates before March 1900, decimals and whole numbers of more
 * than 15 digits, and infinite numbers are texts, for Excel would change them.
 */
export function cellXml(
  { storage }: Pick<FieldColumn, 'storage'>,
  value: ExportedValue,
): string | null {
  if (value === null || value === '') return null;
  if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`;
  if (typeof value === 'number')
    return Number.isFinite(value) ? `<c><v>${value}</v></c>` : textCell(String(value));
  const text = isoText(storage, value);
  if (storage === 'BIGINT' || decimalOf(storage) !== null)
    return value.replace(/^-?[0.]*|\./g, '').replace(/0+$/, '').length <= 15 && fits(value)
      ? `<c><v>${value}</v></c>`
      : textCell(value);
  if (storage === 'TIME') {
    const [seconds, microseconds] = clockParts(value);
    return `<c s="${styles.time}"><v>${(seconds + microseconds / 1e6) / 86_400}</v></c>`;
  }
  if (storage === 'DATE' || storage.startsWith('TIMESTAMP')) {
    const [milliseconds, microseconds] = momentParts(value);
    // Excel has a 29 February 1900, and no day before that year; it counts milliseconds.
    if (milliseconds < Date.UTC(1900, 2, 1) || microseconds !== 0) return textCell(text);
    const days = (milliseconds - Date.UTC(1899, 11, 30)) / 86_400_000;
    return `<c s="${storage === 'DATE' ? styles.date : styles.moment}"><v>${days}</v></c>`;
  }
  return textCell(text);
}

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
