import type { FoundTable } from '@columnist/contract';
import { writeRange } from './cell-range.ts';
import { isPresent } from './grid-head.ts';
import type { GridRow } from './source.ts';

/** Counts rows that hold something, and the cells from the first to the last of them. */
export class ExtentCounter {
  #rows = 0;
  #top = 0;
  #bottom = 0;
  #left = Infinity;
  #right = -1;

  add({ number, cells }: GridRow): void {
    let isFilled = false;
    cells.forEach((cell, i) => {
      if (!isPresent(cell)) return;
      isFilled = true;
      if (i < this.#left) this.#left = i;
      if (i > this.#right) this.#right = i;
    });
    if (!isFilled) return;
    this.#rows += 1;
    if (this.#top === 0) this.#top = number;
    this.#bottom = number;
  }

  found(): Pick<FoundTable, 'rows' | 'columns' | 'range'> {
    if (this.#rows === 0) return { rows: 0, columns: 0, range: null };
    const ends = { top: this.#top, bottom: this.#bottom, left: this.#left, right: this.#right };
    return {
      rows: this.#rows,
      columns: this.#right - this.#left + 1,
      range: writeRange(ends),
    };
  }
}

/** The extent of what all rows hold. */
export async function extentOfRows(
  rows: AsyncIterable<readonly GridRow[]>,
): Promise<Pick<FoundTable, 'rows' | 'columns' | 'range'>> {
  const extent = new ExtentCounter();
  for await (const batch of rows) for (const row of batch) extent.add(row);
  return extent.found();
}

/** Whether two rows hold something: names and a row below. Reads no further. */
export async function hasTwoRows(rows: AsyncIterable<readonly GridRow[]>): Promise<boolean> {
  let filled = 0;
  for await (const batch of rows)
    for (const { cells } of batch) {
      if (cells.some(isPresent)) filled += 1;
      if (filled > 1) return true;
    }
  return false;
}
