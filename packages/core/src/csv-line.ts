import { forSpreadsheetFile } from '@columnist/contract';

/**
 * Cells as a line of CSV (RFC 4180), its end included; text that a spreadsheet would take for a
 * formula gets an apostrophe before it.
 */
export function csvLine(cells: readonly (string | number | null)[]): string {
  const cell = (value: string | number | null): string => {
    if (value === null) return '';
    if (typeof value === 'number') return String(value);
    return quoted(forSpreadsheetFile(value));
  };
  return `${cells.map(cell).join(',')}\r\n`;
}

const quoted = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
