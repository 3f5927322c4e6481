import { AppError } from '@columnist/contract';
import type { CellRange } from './cell-range.ts';
import type { GridCell } from './source.ts';

/** Cells that get the value of a merged one, in all rows. */
const mostFilled = 20_000_000;

interface Open {
  readonly bottom: number;
  readonly cell: GridCell;
}

/**
 * Gives the value of merged cells to each row that they cover, in their first column: so a
 * spreadsheet shows it. The copies are marked, so that they are no names of columns.
 */
export class MergedCells {
  readonly #byRow = new Map<number, CellRange[]>();
  /** By their first column; of several the first one is shown, and those that end below it. */
  readonly #open = new Map<number, Open[]>();
  #filled = 0;

  constructor(ranges: readonly CellRange[]) {
    for (const range of ranges) this.add(range);
  }

  /** A range that begins in this row or further down. */
  add(range: CellRange): void {
    if (range.bottom <= range.top) return;
    const there = this.#byRow.get(range.top);
    if (there === undefined) this.#byRow.set(range.top, [range]);
    else there.push(range);
  }

  /** Rows are given in their order. Throws invalid_file where merged cells cover too many. */
  fill(row: number, cells: (GridCell | undefined)[]): void {
    for (const [column, ranges] of this.#open) {
      while (ranges[0] !== undefined && ranges[0].bottom < row) ranges.shift();
      const [shown] = ranges;
      if (shown === undefined) {
        this.#open.delete(column);
        continue;
      }
      cells[column] ??= { kind: shown.cell.kind, text: shown.cell.text, filled: true };
      this.#filled += 1;
    }
    if (this.#filled > mostFilled)
      throw new AppError(
        'invalid_file',
        `Merged cells of the sheet cover more than ${mostFilled.toLocaleString('en')} cells.`,
        { row, fix: 'Undo the merging of cells in a spreadsheet program, save, and import that.' },
      );
    for (const { left, bottom } of this.#byRow.get(row) ?? []) {
      const cell = cells[left];
      if (cell === undefined) continue;
      const ranges = this.#open.get(left) ?? [];
      this.#open.set(left, ranges);
      if (bottom > (ranges.at(-1)?.bottom ?? row)) ranges.push({ bottom, cell });
    }
    this.#byRow.delete(row);
  }
}
