import type { Cell, ColumnPicture, Dataset, DatasetColumn, View } from '@columnist/contract';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { formatCount } from '../../lib/formats.ts';
import { useMedia } from '../../lib/use-media.ts';
import { writeValue } from './column-words.ts';
import type { GridCell } from './grid-cell.ts';
import { GridHead, type SortKey } from './grid-head.tsx';
import { GridRow } from './grid-row.tsx';
import { stepFrom } from './step-from.ts';
import { useRowPages } from './use-row-pages.ts';
import { useRowWindow } from './use-row-window.ts';

interface RowsGridProps {
  readonly dataset: Dataset;
  readonly view: View | undefined;
  /** The column that should be in sight at first. */
  readonly asked: string | null;
  /** Whether a link of this page led here, so that the focus goes to that column. */
  readonly isArrival: boolean;
  /** Rows of the view; null while they are counted. */
  readonly total: number | null;
  /** The pictures of the view's rows, by column; none where it keeps all rows. */
  readonly kept: ReadonlyMap<string, ColumnPicture>;
  readonly sort: SortKey | null;
  readonly onSort: (sort: SortKey | null) => void;
  /** A run of bars of a column's picture was chosen. */
  readonly onBars: (column: DatasetColumn, first: number, last: number) => void;
  /** What the cells that the view edits had before, as `editedIn` says. */
  readonly edited: ReadonlyMap<string, Cell>;
  /** The cell that is edited, with its row's cells. */
  readonly renderEditor: (cell: GridCell, close: () => void) => ReactNode;
  /** Called with the rows in sight, from 1. */
  readonly onSight: (first: number, last: number) => void;
}

const rowHeight = 28;
const headHeight = 106;
const narrowest = { wide: 152, narrow: 132 };
const numberWidth = { wide: 60, narrow: 48 };
/** Of a digit or separator of a row number, and the room around it, px. */
const digitWidth = 7.5;
const aroundNumber = 20;
const longText = 20;

/**
 * The rows as a grid that draws what is in sight. On a phone the first column stays beside the row
 * number.
 */
export function RowsGrid({
  dataset,
  view,
  asked,
  isArrival,
  total,
  kept,
  sort,
  onSort,
  onBars,
  edited,
  renderEditor,
  onSight,
}: RowsGridProps) {
  const { columns } = dataset;
  const holder = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState({ row: 0, column: 0 });
  const screen = useMedia('(max-width: 767px)') ? 'narrow' : 'wide';
  const count = total ?? 0;
  const sight = useRowWindow(holder, count, rowHeight, headHeight);
  const { rowAt, error, retry } = useRowPages(dataset, view, sight.first, sight.end);
  const write = useMemo(() => columns.map(writeValue), [columns]);

  const before = Math.max(
    numberWidth[screen],
    Math.ceil(aroundNumber + digitWidth * formatCount(dataset.row_count).length),
  );
  const columnWidth = Math.max(
    narrowest[screen],
    Math.floor((sight.width - before) / columns.length),
  );
  const pinned = screen === 'narrow' && columns.length > 1 ? columnWidth : 0;
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => holder.current,
    estimateSize: () => columnWidth,
    overscan: 4,
    scrollMargin: before,
    scrollPaddingStart: before + pinned,
  });
  useLayoutEffect(() => across.measure(), [across, columnWidth]);
  const drawn = across.getVirtualItems().flatMap(({ index, start }) => {
    const column = columns[index];
    return column === undefined || (pinned > 0 && index === 0)
      ? []
      : [{ column, index, style: { left: start - before - pinned, width: columnWidth } }];
  });
  const first = pinned > 0 ? columns[0] : undefined;
  const pin: CSSProperties = { left: before, width: columnWidth };
  const restWidth = columnWidth * columns.length - pinned;
  const width = before + columnWidth * columns.length;

  const { show } = sight;
  // An edit of a cell stays where it is made.
  const { clean: _, ...rowsOf } = view ?? {};
  const shown = JSON.stringify(rowsOf);
  useLayoutEffect(() => {
    setActive(({ column }) => ({ row: 0, column }));
    show(0);
  }, [show, shown]);
  const place = columns.findIndex(({ name }) => name === asked);
  const isMeasured = sight.width > 0 && count > 0;
  useLayoutEffect(() => {
    if (place < 0 || !isMeasured) return;
    setActive({ row: 0, column: place });
    // Not by the virtualizer, which leaves its margin out of what can be scrolled to.
    const middle = before + columnWidth * (place + 0.5);
    holder.current?.scrollTo({ left: middle - sight.width / 2 });
    // The width of the columns follows that of the window, once it is known.
  }, [place, isMeasured, columnWidth, before, sight.width]);
  useLayoutEffect(() => {
    if (isArrival && place >= 0 && isMeasured) holder.current?.focus();
  }, [isArrival, place, isMeasured]);
  const { first: from, end } = sight;
  useLayoutEffect(() => onSight(Math.min(from + 1, end), end), [onSight, from, end]);

  const [editing, setEditing] = useState(false);
  const [isChosen, setChosen] = useState(false);
  const found = rowAt(active.row);
  const chosen = columns[active.column];
  const cellInHand =
    found === null || chosen === undefined
      ? null
      : {
          row: found.number,
          column: chosen,
          value: found.cells[active.column] ?? null,
          cells: found.cells,
        };
  const close = useCallback(() => {
    setEditing(false);
    holder.current?.focus({ preventScroll: true });
  }, []);
  const move = (event: KeyboardEvent) => {
    if (event.target !== holder.current) return;
    if ((event.key === 'Enter' || event.key === 'F2') && cellInHand !== null) {
      event.preventDefault();
      setEditing(true);
      return;
    }
    const next = stepFrom(active, event, {
      rows: count,
      columns: columns.length,
      page: Math.max(1, Math.floor(sight.sight / rowHeight) - 1),
    });
    if (next === null) return;
    event.preventDefault();
    setChosen(true);
    setActive(next);
    show(next.row);
    across.scrollToIndex(next.column);
  };
  const current = found?.cells[active.column];
  const head = (column: DatasetColumn, index: number, style: CSSProperties) => (
    <GridHead
      key={column.name}
      column={column}
      index={index}
      style={style}
      pinned={index === 0 && pinned > 0}
      isAsked={index === place}
      kept={kept.get(column.name)}
      sort={sort}
      onSort={onSort}
      onBars={(low, high) => onBars(column, low, high)}
    />
  );
  const layout = { before, first, pin, drawn, restWidth, width };
  const choose = (row: number) => (column: number) => {
    setActive({ row, column });
    setChosen(true);
    setEditing(false);
  };

  return (
    <>
      <div
        className="gw"
        ref={holder}
        tabIndex={0}
        role="grid"
        aria-label={`Rows of ${dataset.name}`}
        aria-rowcount={count + 1}
        aria-colcount={columns.length + 1}
        aria-activedescendant={active.row >= from && active.row < end ? 'active-cell' : undefined}
        aria-busy={total === null}
        onKeyDown={move}
        onDoubleClick={({ target }) => {
          if (target instanceof Element && target.closest('[role=gridcell]') !== null)
            setEditing(true);
        }}
        onCopy={(event) => {
          if (getSelection()?.isCollapsed === false || current === undefined) return;
          event.clipboardData.setData('text/plain', current === null ? '' : String(current));
          event.preventDefault();
        }}
      >
        <div className="gr-head" role="row" aria-rowindex={1} style={{ width }}>
          <div className="rn" role="columnheader" aria-colindex={1} style={{ width: before }}>
            row
          </div>
          {first !== undefined && head(first, 0, pin)}
          <div className="gr-cols" role="presentation" style={{ width: restWidth }}>
            {drawn.map(({ column, index, style }) => head(column, index, style))}
          </div>
        </div>
        <div className="gr-body" role="presentation" style={{ height: sight.height, width }}>
          <div
            className="gr-sight"
            role="presentation"
            style={{ top: headHeight, height: sight.sight }}
          >
            {Array.from({ length: end - from }, (_, i) => from + i).map((row) => (
              <GridRow
                key={row}
                {...{ row, layout, write, edited }}
                found={rowAt(row)}
                top={row * rowHeight - sight.position}
                active={active.row === row ? active.column : null}
                onChoose={choose(row)}
              />
            ))}
          </div>
        </div>
        {total === 0 && (
          <p className="voice empty gr-none">
            {dataset.row_count === 0 ? 'The table has no rows.' : 'No row is left by this view.'}
          </p>
        )}
      </div>
      {editing && cellInHand !== null ? (
        <div className="edited-cell">{renderEditor(cellInHand, close)}</div>
      ) : (
        isChosen &&
        cellInHand !== null && (
          <p className="edit-this">
            <button type="button" className="btn sml" onClick={() => setEditing(true)}>
              Edit {cellInHand.column.name} in row {formatCount(cellInHand.row)}
            </button>
          </p>
        )
      )}
      {error !== null && <RequestFailed text="Failed to load rows" error={error} onRetry={retry} />}
      {!editing && typeof current === 'string' && current.length > longText && (
        <p className="whole-cell" aria-label="The chosen cell in full">
          {current}
        </p>
      )}
    </>
  );
}
