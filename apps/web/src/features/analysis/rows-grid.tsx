import type { Cell, Condition, Dataset, DatasetColumn, Pictures, View } from '@columnist/contract';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { Icon, TypeGlyph, typeClass } from '../../app/icons.tsx';
import { formatCount, valueFormat } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';
import { ColumnPicture } from './column-picture.tsx';
import { rangeOf } from './overview-tab.tsx';
import { conditionOfBar, type RowView } from './row-view.ts';

interface RowsGridProps {
  readonly dataset: Dataset;
  readonly view: View | undefined;
  readonly kept: Pictures | null;
  readonly sort: RowView['sort'];
  readonly conditions: readonly Condition[];
  readonly onSort: (sort: RowView['sort']) => void;
  readonly onBar: (condition: Condition) => void;
}

const pageSize = 200;
const rowHeight = 28;
/** Browsers do not lay out an element taller than about 33 million pixels; beyond, the scroll bar is a scale. */
const tallest = 15_000_000;
const narrowest = 152;
const rowNumberWidth = 60;

/** The rows as a grid that draws what is in sight and fetches what it draws, 200 rows at a time. */
export function RowsGrid({ dataset, view, kept, sort, onSort, onBar }: RowsGridProps) {
  const holder = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<{ row: number; column: number }>({ row: 0, column: 0 });
  const total = view?.filter === undefined ? dataset.row_count : (kept?.n_used ?? 0);
  const scale = Math.max(1, (total * rowHeight) / tallest);
  const drawn = Math.min(total, Math.floor(tallest / rowHeight));
  const virtual = useVirtualizer({ count: drawn, getScrollElement: () => holder.current, estimateSize: () => rowHeight, overscan: 12 });
  const lines = virtual.getVirtualItems();
  const columnWidth = useColumnWidth(holder, dataset.columns.length);
  const formats = useMemo(() => dataset.columns.map(valueFormat), [dataset.columns]);
  const columns = useVirtualizer({ horizontal: true, count: dataset.columns.length, getScrollElement: () => holder.current, estimateSize: () => columnWidth, overscan: 6 });
  useLayoutEffect(() => columns.measure(), [columns, columnWidth]);
  const shownColumns = columns.getVirtualItems();
  /** The row of the view that stands at a line: the same, or scaled where there are more rows than pixels. */
  const firstRow = Math.min(Math.max(0, total - lines.length), Math.floor((lines[0]?.index ?? 0) * scale));
  const rowOf = (i: number) => (scale === 1 ? (lines[i]?.index ?? 0) : firstRow + i);
  const first = rowOf(0);
  const last = rowOf(Math.max(0, lines.length - 1));
  const pages = [...new Set([Math.floor(first / pageSize), Math.floor(last / pageSize)])];
  const fetched = trpc.useQueries((t) => pages.map((page) => t.datasets.rows({ id: dataset.id, offset: page * pageSize, limit: pageSize, ...(view === undefined ? {} : { view }) }, { staleTime: Infinity, enabled: total > 0 })));
  const failed = fetched.find((page) => page.isError);
  const cellsOf = (row: number) => {
    const page = fetched[pages.indexOf(Math.floor(row / pageSize))]?.data;
    const i = row % pageSize;
    const cells = page?.items[i];
    return cells === undefined ? null : { cells, number: page?.row_numbers[i] ?? 0 };
  };
  const keptOf = new Map(kept?.columns.map((column) => [column.name, column.picture]));
  const move = (event: KeyboardEvent) => {
    const steps: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-20, 0], PageDown: [20, 0] };
    const step = steps[event.key];
    if (step === undefined && event.key !== 'Home' && event.key !== 'End') return;
    event.preventDefault();
    const row = event.key === 'Home' ? 0 : event.key === 'End' ? total - 1 : active.row + (step?.[0] ?? 0);
    const next = { row: Math.min(total - 1, Math.max(0, row)), column: Math.min(dataset.columns.length - 1, Math.max(0, active.column + (step?.[1] ?? 0))) };
    setActive(next);
    virtual.scrollToIndex(Math.floor(next.row / scale));
    columns.scrollToIndex(next.column);
  };
  const width = columns.getTotalSize();
  const current = cellsOf(active.row)?.cells[active.column];

  return (
    <>
      <div className="gw" ref={holder} tabIndex={0} role="grid" aria-label={`Rows of ${dataset.name}`} aria-rowcount={total + 1} aria-colcount={dataset.columns.length + 1} onKeyDown={move}>
        <div className="gr-head" role="row" aria-rowindex={1} style={{ width: width + rowNumberWidth }}>
          <div className="rn" role="columnheader">
            row
          </div>
          <div className="gr-cols" style={{ width }}>
            {shownColumns.map(({ index, start }) => {
              const column = dataset.columns[index];
              return column === undefined ? null : (
                <Head key={column.name} column={column} index={index} start={start} width={columnWidth} kept={keptOf.get(column.name)} sort={sort} onSort={onSort} onBar={onBar} />
              );
            })}
          </div>
        </div>
        <div className="gr-body" role="presentation" style={{ height: virtual.getTotalSize(), width: width + rowNumberWidth }}>
          {lines.map((line, i) => {
            const row = rowOf(i);
            const found = row < total ? cellsOf(row) : null;
            return (
              <div key={line.key} className="gr-row" role="row" aria-rowindex={row + 2} style={{ transform: `translateY(${line.start}px)`, width: width + rowNumberWidth }}>
                <div className="rn" role="rowheader">
                  {found === null ? '' : formatCount(found.number)}
                </div>
                <div className="gr-cols" role="presentation" style={{ width }}>
                  {shownColumns.map(({ index, start }) => {
                    const column = dataset.columns[index];
                    const isActive = active.row === row && active.column === index;
                    return column === undefined ? null : (
                      <div key={column.name} role="gridcell" aria-colindex={index + 2} aria-selected={isActive} className={`gc${column.type === 'number' ? ' num' : ''}${isActive ? ' on' : ''}`} style={{ left: start, width: columnWidth }} tabIndex={-1} onFocus={() => setActive({ row, column: index })}>
                        {found === null ? <span className="sk line" /> : <CellText value={found.cells[index] ?? null} format={formats[index] ?? String} />}
                      </div>
                    );
                  })}
                </div>
              </div>
            );
          })}
        </div>
      </div>
      {total === 0 && <p className="voice empty">No row satisfies every filter.</p>}
      {failed !== undefined && (
        <div className="note err mt8" role="alert">
          <b>The rows could not be read.</b>
          <button type="button" className="btn sml" onClick={() => fetched.forEach((page) => void page.refetch())}>
            Try Again
          </button>
        </div>
      )}
      {typeof current === 'string' && current.length > 20 && <p className="whole-cell mono">{current}</p>}
    </>
  );
}

/** Few columns share the width; many keep theirs and scroll. */
function useColumnWidth(holder: RefObject<HTMLDivElement | null>, count: number): number {
  const [available, setAvailable] = useState(0);
  useLayoutEffect(() => {
    const element = holder.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setAvailable(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [holder]);
  return Math.max(narrowest, Math.floor((available - rowNumberWidth) / count));
}

function CellText({ value, format }: { value: Cell; format: (value: number) => string }) {
  if (value === null) return <span className="na">NA</span>;
  return typeof value === 'number' ? format(value) : String(value);
}

function Head({ column, index, start, width, kept, sort, onSort, onBar }: { column: DatasetColumn; index: number; start: number; width: number; kept: DatasetColumn['picture'] | undefined; sort: RowView['sort']; onSort: RowsGridProps['onSort']; onBar: RowsGridProps['onBar'] }) {
  const { name, type, picture } = column;
  const direction = sort?.column === name ? sort.direction : null;
  const next = () => onSort(direction === null ? { column: name, direction: 'descending' } : direction === 'descending' ? { column: name, direction: 'ascending' } : null);
  return (
    <div className="gh" role="columnheader" aria-colindex={index + 2} aria-sort={direction ?? 'none'} style={{ left: start, width }}>
      <button type="button" className="hd" onClick={next} title={`Sort by ${name}`}>
        <TypeGlyph type={type} />
        <b>{name}</b>
        {direction !== null && <Icon name={direction === 'descending' ? 'down' : 'up'} />}
      </button>
      {picture !== null && (
        <div className="hp">
          <ColumnPicture name={name} type={type} picture={picture} kept={kept ?? undefined} height={42} />
          <Bars column={column} onBar={onBar} />
        </div>
      )}
      <div className="hr">
        <span>{rangeOf(column)}</span>
      </div>
    </div>
  );
}

/** The picture's bars as buttons: each filters to the rows it stands for. */
function Bars({ column, onBar }: { column: DatasetColumn; onBar: (condition: Condition) => void }) {
  const { picture, name, type } = column;
  if (picture === null || picture.kind === 'constant' || picture.kind === 'empty' || picture.kind === 'text') return null;
  const stacked = picture.kind === 'category' || picture.kind === 'boolean';
  const places = picture.counts.length;
  return (
    <div className={`bars ${stacked ? 'rows' : 'cols'} ${typeClass(type)}`}>
      {picture.counts.map((count, i) => {
        const condition = conditionOfBar(column, i);
        const label = picture.labels?.[i];
        const share = stacked ? { height: `${100 / Math.max(3, places)}%` } : { width: `${100 / places}%` };
        const said = `${name}: ${label ?? `${String(picture.edges?.[i])} to ${String(picture.edges?.[i + 1])}`}, ${formatCount(count)} rows`;
        return condition === null ? <span key={i} style={share} /> : <button key={i} type="button" tabIndex={-1} style={share} title={said} aria-label={`Filter ${said}`} onClick={() => onBar(condition)}>{stacked && <span>{label}</span>}</button>;
      })}
    </div>
  );
}
