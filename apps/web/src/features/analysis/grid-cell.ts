import type { Cell, DatasetColumn } from '@columnist/contract';

/** A cell of the grid and the row around it. */
export interface GridCell {
  /** Its row in the file, from 1. */
  readonly row: number;
  readonly column: DatasetColumn;
  readonly value: Cell;
  readonly cells: readonly Cell[];
}
