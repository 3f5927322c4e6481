import type { Cell, DatasetColumn } from '@columnist/contract';
import {
  alignedFormat,
  decimalsOf,
  formatFixed,
  formatValue,
  isWithoutMarks,
  withoutMarks,
} from './formats.ts';
import { visibleEnds } from './visible-ends.ts';

/** Cells with so many decimals are as somebody entered them; more come from a computation. */
const enteredDecimals = 4;
const computedDigits = 8;

/** How the cells of one column of an answer are written: numbers all with the same decimals. */
export function cellsFormat(
  { name, type }: Pick<DatasetColumn, 'name' | 'type'>,
  cells: readonly Cell[],
): (cell: Cell) => string {
  const numbers = cells.filter((cell) => typeof cell === 'number');
  const decimals = Math.max(0, ...numbers.map(decimalsOf));
  const storage = decimals === 0 ? 'BIGINT' : 'DOUBLE';
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const mark = isWithoutMarks({ name, storage, low, high })
    ? withoutMarks
    : (written: string): string => written;
  const aligned = alignedFormat(numbers, computedDigits);
  return (cell) => {
    if (cell === null) return 'missing';
    if (typeof cell === 'number')
      return mark(decimals <= enteredDecimals ? formatFixed(cell, decimals) : aligned(cell));
    return type === 'number' && typeof cell === 'string'
      ? mark(formatValue(cell))
      : visibleEnds(String(cell));
  };
}
