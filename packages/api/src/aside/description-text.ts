import type { Description } from '@columnist/contract';
import { csvLine } from '@columnist/core';

type Column = Description['columns'][number];
type Cell = string | number | null;

/** Figures of a description that every kind of column has a place for; the rest is in the JSON. */
const figures: readonly (readonly [name: string, of: (column: Column) => Cell | undefined])[] = [
  ['column', ({ name }) => name],
  ['type', ({ type }) => type],
  ['n', ({ n }) => n],
  ['missing', ({ missing }) => missing],
  ['distinct', ({ distinct }) => distinct],
  ['mean', (column) => (column.type === 'number' ? column.mean : undefined)],
  ['sd', (column) => (column.type === 'number' ? column.sd : undefined)],
  ['min', (column) => ('min' in column ? column.min : undefined)],
  ['q1', (column) => (column.type === 'number' ? column.q1 : undefined)],
  ['median', (column) => ('median' in column ? column.median : undefined)],
  ['q3', (column) => (column.type === 'number' ? column.q3 : undefined)],
  ['max', (column) => ('max' in column ? column.max : undefined)],
  ['mode', (column) => ('mode' in column && column.mode !== null ? column.mode.value : undefined)],
];

const rowsOf = ({ columns }: Description): Cell[][] =>
  columns.map((column) => figures.map(([, of]) => of(column) ?? null));

/**
 * One line a column; a name that a spreadsheet would take for a formula gets an apostrophe before
 * it. RFC 4180.
 */
export const descriptionAsCsv = (description: Description): string =>
  [figures.map(([name]) => name), ...rowsOf(description)].map(csvLine).join('');

/** A table for a message or a notebook. */
export function descriptionAsMarkdown(description: Description): string {
  const cell = (value: Cell): string =>
    value === null
      ? ''
      : String(value)
          .replaceAll(/[\\|`*_<>[\]]/g, '\\$&')
          .replaceAll(/\s+/g, ' ');
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const names = figures.map(([name]) => name);
  return `${[line(names), line(names.map((_, i) => (i < 2 ? '---' : '---:'))), ...rowsOf(description).map((row) => line(row.map(cell)))].join('\n')}\n`;
}
