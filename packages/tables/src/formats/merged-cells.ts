import type { CellRange } from './cell-range.ts';
import type { GridCell } from './source.ts';

interface Open {
  readonly range: CellRange;
  readonly cell: GridCell;
}

/**
 * Gives the value of merged cells to each row that they cover, in their first column: so a
 * spreadsheet shows it. The copies are marked, so that they are no names of columns.
 */
export class MergedCells {
  readonly #byRow = new Map<number, CellRange[]>();
  #open: Open[] = [];

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

  /** Rows are given in their order. */
  fill(row: number, cells: (GridCell | undefined)[]): void {
    if (this.#open.length > 0) {
      this.#open = this.#open.filter(({ range }) => range.bottom >= row);
      for (const { range, cell } of this.#open)
        cells[range.left] ??= { kind: cell.kind, text: cell.text, filled: true };
    }
    for (const range of this.#byRow.get(row) ?? []) {
      const cell = cells[range.left];
      if (cell !== undefined) this.#open.push({ range, cell });
    }
  }
}
