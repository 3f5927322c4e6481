import { titleOf, type ColumnPicture as Picture, type DatasetColumn } from '@columnist/contract';
import { useState, type CSSProperties } from 'react';
import { Icon, TypeGlyph } from '../../ui/icons.tsx';
import { formatCount, plural } from '../../lib/formats.ts';
import { ColumnPicture } from '../../ui/column-picture.tsx';
import { endsOf, rangeOf, writeValue } from './column-words.ts';
import { conditionsOfBars } from '../../lib/view-parts.ts';

export interface SortKey {
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
}

interface GridHeadProps {
  readonly column: DatasetColumn;
  readonly index: number;
  readonly style: CSSProperties;
  readonly pinned: boolean;
  /** A link led to this column, such as that of a remedy. */
  readonly isAsked: boolean;
  readonly kept: Picture | undefined;
  readonly sort: SortKey | null;
  readonly onSort: (sort: SortKey | null) => void;
  readonly onBars: (first: number, last: number) => void;
}

const pictureHeight = 42;

/** A column's head: its name, which sorts; its picture, which filters; the ends of its range. */
export function GridHead({
  column,
  index,
  style,
  pinned,
  isAsked,
  kept,
  sort,
  onSort,
  onBars,
}: GridHeadProps) {
  const { name, type, picture, missing } = column;
  const direction = sort?.column === name ? sort.direction : null;
  const next = direction === null ? 'descending' : direction === 'descending' ? 'ascending' : null;
  const ends = endsOf(column);
  const title = titleOf(column);
  return (
    <div
      className={`gh${pinned ? ' pin' : ''}${isAsked ? ' asked' : ''}`}
      role="columnheader"
      aria-colindex={index + 2}
      aria-sort={direction ?? 'none'}
      aria-current={isAsked ? 'true' : undefined}
      style={style}
    >
      <button
        type="button"
        className="hd"
        onClick={() => onSort(next === null ? null : { column: name, direction: next })}
        title={title === name ? `Sort by ${name}` : `${title}. Sort by ${name}`}
      >
        <TypeGlyph type={type} />
        <b>{name}</b>
        {column.unit !== undefined && <span className="s3 xs">{column.unit}</span>}
        {direction !== null && <Icon name={direction === 'descending' ? 'down' : 'up'} />}
      </button>
      {picture !== null && (
        <div className="hp">
          <ColumnPicture
            name={name}
            type={type}
            picture={picture}
            kept={kept}
            height={pictureHeight}
          />
          <Bars column={column} picture={picture} kept={kept} onBars={onBars} />
        </div>
      )}
      <div className="hr">
        {ends === null || ends[0] === ends[1] ? (
          <>
            <span>{rangeOf(column)}</span>
            <span>{missing !== null && missing > 0 && `${formatCount(missing)} missing`}</span>
          </>
        ) : (
          <>
            <span>{ends[0]}</span>
            <span>{ends[1]}</span>
          </>
        )}
      </div>
    </div>
  );
}

/**
 * The picture's bars as buttons: each filters to the rows it counts, and dragging over some filters
 * to all of them.
 */
function Bars({
  column,
  picture,
  kept,
  onBars,
}: {
  column: DatasetColumn;
  picture: Picture;
  kept: Picture | undefined;
  onBars: GridHeadProps['onBars'];
}) {
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const { kind, labels, edges, rest, clipped } = picture;
  const places = picture.counts.length;
  if (kind === 'constant' || conditionsOfBars(column, 0, 0).length === 0) return null;
  const stacked = kind === 'category' || kind === 'boolean';
  const write = writeValue(column);
  const named = (i: number) => {
    const [low, high] = [write(edges?.[i] ?? null), write(edges?.[i + 1] ?? null)];
    if (clipped.high && i === places - 1) return `from ${low}`;
    if (clipped.low && i === 0) return `below ${high}`;
    return labels?.[i] ?? (rest ? 'other values' : `${low} to ${high}`);
  };
  const [low, high] =
    drag === null ? [-1, -1] : [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)];
  const release = () => {
    if (low < high) onBars(low, high);
    setDrag(null);
  };
  return (
    <div
      className={`bars ${stacked ? 'rows' : 'cols'}`}
      style={{ height: pictureHeight }}
      role="group"
      aria-label={`Filter by ${column.name}`}
      onPointerUp={release}
      onPointerLeave={() => setDrag(null)}
    >
      {(kept ?? picture).counts.map((count, i) => {
        const said = `${column.name}: ${named(i)} ${plural(count, 'row')}`;
        return (
          <button
            key={i}
            type="button"
            tabIndex={-1}
            className={i >= low && i <= high ? 'in' : undefined}
            style={
              stacked ? { height: `${100 / Math.max(3, places)}%` } : { width: `${100 / places}%` }
            }
            title={said}
            aria-label={`Filter ${said}`}
            onPointerDown={() => setDrag({ from: i, to: i })}
            onPointerEnter={() => setDrag((dragged) => dragged && { ...dragged, to: i })}
            onClick={() => onBars(i, i)}
          >
            {stacked && places <= 3 && (
              <>
                <span>{named(i)}</span> <span>{formatCount(count)}</span>
              </>
            )}
          </button>
        );
      })}
    </div>
  );
}
