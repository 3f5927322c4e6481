import type { TestResult } from '@columnist/contract';
import { formatFigure, formatInterval } from '../../lib/formats.ts';

/** p as journals write it, without the sign. */
export const sayP = (p: number): string => (p < 0.001 ? '< .001' : p > 0.999 ? '> .999' : p.toFixed(3).replace(/^0/, ''));

type Measured = TestResult['effects'][number];
export const sayValue = (value: number | null): string => (value === null ? '∞' : formatFigure(value, 4));

export function sayEnds(ci: Measured['ci']): string {
  if (ci === null) return '–';
  if (ci.low !== null && ci.high !== null) return formatInterval(ci.low, ci.high);
  return `${ci.low === null ? '−∞' : formatFigure(ci.low, 4)} to ${ci.high === null ? '∞' : formatFigure(ci.high, 4)}`;
}

/** A cell of a table of figures: counts whole, p-values as such. */
export function sayCell(column: string, cell: string | number | null): string {
  if (cell === null) return '–';
  if (typeof cell === 'string') return cell;
  return /(^| )p$/.test(column) ? sayP(cell) : formatFigure(cell, 5);
}

/** A table as text for a spreadsheet, figures in full. */
export const tableAsTsv = ({ columns, rows }: TestResult['tables'][number]): string => [columns, ...rows].map((row) => row.map((cell) => (cell === null ? '' : String(cell).replaceAll(/[\t\n]/g, ' '))).join('\t')).join('\n');
