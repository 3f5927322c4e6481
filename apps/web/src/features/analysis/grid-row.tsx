import type { Cell, DatasetColumn } from '@columnist/contract';
import type { CSSProperties } from 'react';
import { formatCount } from '../../lib/formats.ts';
import { placeOf } from './edit-cell.ts';
import type { FoundRow } from './use-row-pages.ts';

/** Where the columns of the grid are, px. */
export interface GridLayout {
  /** Width of the row numbers. */
  readonly before: number;
  /** The column that stays beside the row number, and where it is. */
  readonly first: DatasetColumn | undefined;
  readonly pin: CSSProperties;
  /** The other columns in sight, each with where it is among these. */
  readonly drawn: readonly {
    readonly column: DatasetColumn;
    readonly index: number;
    readonly style: CSSProperties;
  }[];
  /** Width of all of these, and of the whole grid. */
  readonly restWidth: number;
  readonly width: number;
}

/** A row of the grid: its number, and its cells in sight. */
export function GridRow({
  row,
  found,
  top,
  layout: { before, first, pin, drawn, restWidth, width },
  write,
  edited,
  active,
  onChoose,
}: {
  readonly row: number;
  /** Null while it is on its way. */
  readonly found: FoundRow | null;
  readonly top: number;
  readonly layout: GridLayout;
  /** How the cells of each column are written. */
  readonly write: readonly ((cell: Cell) => string)[];
  /** What the cells that the view edits had before, as `editedIn` says. */
  readonly edited: ReadonlyMap<string, Cell>;
  /** The column of the chosen cell, if it is in this row. */
  readonly active: number | null;
  readonly onChoose: (column: number) => void;
}) {
  const cell = (column: DatasetColumn, index: number, style: CSSProperties) => {
    const on = active === index;
    const before = edited.get(placeOf(found?.number ?? 0, column.name));
    const isPinned = index === 0 && first !== undefined;
    const kind = `gc${before === undefined ? '' : ' edited'}${column.type === 'number' ? ' num' : ''}${isPinned ? ' pin' : ''}${on ? ' on' : ''}`;
    return (
      <div
        key={column.name}
        id={on ? 'active-cell' : undefined}
        role="gridcell"
        aria-colindex={index + 2}
        aria-selected={on}
        className={kind}
        style={style}
        title={before === undefined ? undefined : `Edited, was ${write[index]?.(before) || 'NA'}`}
        onPointerDown={() => onChoose(index)}
      >
        {found === null ? (
          <span className="sk line" />
        ) : found.cells[index] === null ? (
          <span className="na">NA</span>
        ) : (
          (write[index]?.(found.cells[index] ?? null) ?? '')
        )}
      </div>
    );
  };
  return (
    <div
      className="gr-row"
      role="row"
      aria-rowindex={row + 2}
      style={{ transform: `translateY(${top}px)`, width }}
    >
      <div className="rn" role="rowheader" aria-colindex={1} style={{ width: before }}>
        {found === null ? '' : formatCount(found.number)}
      </div>
      {first !== undefined && cell(first, 0, pin)}
      <div className="gr-cols" role="presentation" style={{ width: restWidth }}>
        {drawn.map(({ column, index, style }) => cell(column, index, style))}
      </div>
    </div>
  );
}
