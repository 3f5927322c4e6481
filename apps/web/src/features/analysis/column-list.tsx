import {
  titleOf,
  type ColumnDescription,
  type Dataset,
  type DatasetColumn,
} from '@columnist/contract';
import { useEffect, useRef } from 'react';
import { Icon, TypeGlyph } from '../../ui/icons.tsx';
import { formatCount, formatShare } from '../../lib/formats.ts';
import { ColumnPicture } from '../../ui/column-picture.tsx';
import { centreOf, rangeOf, shortRangeOf, summaryOf } from './column-words.ts';
import type { ColumnsOrder, SortFigure } from './columns-order.ts';

interface ColumnListProps {
  readonly columns: Dataset['columns'];
  readonly described: ReadonlyMap<string, ColumnDescription>;
  readonly pending: boolean;
  readonly rows: number;
  readonly open: DatasetColumn | undefined;
  readonly order: ColumnsOrder | null;
  readonly onOrder: (by: SortFigure) => void;
  readonly onOpen: (column: DatasetColumn) => void;
}

/** One row a column: its picture and key figures. The heads sort. On a phone the figures stack. */
export function ColumnList({
  columns,
  described,
  pending,
  rows,
  open,
  order,
  onOrder,
  onOpen,
}: ColumnListProps) {
  const head = (by: SortFigure, title: string, kind: string) => (
    <SortHead by={by} title={title} kind={kind} order={order} onOrder={onOrder} />
  );
  return (
    <div className="scroll-x">
      <table className="tb cl">
        {/* Of the cells that a phone shows: their own widths are not heeded behind a hidden head. */}
        <colgroup>
          {['glyph', 'name', 'picture', 'figures', 'missing'].map((of) => (
            <col key={of} className={`cl-${of}`} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col">
              <span className="vh">type</span>
            </th>
            {head('name', 'column', '')}
            <th scope="col">distribution</th>
            <th scope="col" className="only-n">
              <span className="vh">figures</span>
            </th>
            {head('missing', 'missing', 'num')}
            {head('distinct', 'distinct', 'num desk')}
            {head('mean', 'mean', 'num desk')}
            {head('sd', 'sd', 'num desk')}
            {head('median', 'median', 'num desk')}
            {head('max', 'range', 'num desk')}
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <Row
              key={column.name}
              column={column}
              description={described.get(column.name)}
              pending={pending}
              rows={rows}
              open={column === open}
              onOpen={onOpen}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SortHead({
  by,
  title,
  kind,
  order,
  onOrder,
}: {
  by: SortFigure;
  title: string;
  kind: string;
  order: ColumnsOrder | null;
  onOrder: (by: SortFigure) => void;
}) {
  const current =
    order !== null && (order.by === by || (by === 'max' && order.by === 'min')) ? order : null;
  return (
    <th
      scope="col"
      className={kind}
      aria-sort={current === null ? undefined : current.descending ? 'descending' : 'ascending'}
    >
      <button
        type="button"
        className="sort"
        title={`Sort by ${by === 'max' ? 'largest value' : title}`}
        onClick={() => onOrder(by)}
      >
        {current !== null && <Icon name={current.descending ? 'down' : 'up'} />}
        {title}
      </button>
    </th>
  );
}

function Row({
  column,
  description,
  pending,
  rows,
  open,
  onOpen,
}: {
  column: DatasetColumn;
  description: ColumnDescription | undefined;
  pending: boolean;
  rows: number;
  open: boolean;
  onOpen: (column: DatasetColumn) => void;
}) {
  const { name, type, picture } = column;
  const missing = column.missing ?? 0;
  const distinct = column.distinct ?? 0;
  const title = titleOf(column);
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (open) row.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  const centre = description === undefined ? null : centreOf(description);
  const wait = <span className="sk line" />;
  return (
    <tr ref={row} className={open ? 'on' : undefined} onClick={() => onOpen(column)}>
      <td>
        <TypeGlyph type={type} />
      </td>
      <td className="nmc">
        <button type="button" className="nm" aria-expanded={open} title={title}>
          {name}
          {title !== name && <span className="lbl">{title}</span>}
        </button>
      </td>
      <td className="pc">
        {picture !== null && (
          <ColumnPicture name={name} type={type} picture={picture} height={30} />
        )}
      </td>
      <td className="only-n says">
        {type === 'number' && distinct > 1 && centre !== null ? (
          <>
            mean {centre.mean}
            <br />
            sd {centre.sd}
          </>
        ) : (
          shortRangeOf(column)
        )}
      </td>
      <td className={`num${missing === 0 ? ' s3' : ''}`}>
        {missing === 0 ? <span className="only-n">complete</span> : null}
        {missing === 0 ? (
          <span className="only-w">0</span>
        ) : missing / rows < 0.01 ? (
          formatCount(missing)
        ) : (
          formatShare(missing / rows)
        )}
        {missing > 0 && <span className="only-n s2 under"> missing</span>}
      </td>
      <td className="num desk">{formatCount(distinct)}</td>
      {type === 'number' ? (
        <>
          <td className="num desk">{centre?.mean ?? (pending && wait)}</td>
          <td className="num desk">{centre?.sd ?? (pending && wait)}</td>
          <td className="num desk">{centre?.median ?? (pending && wait)}</td>
        </>
      ) : (
        <td className="desk says" colSpan={3}>
          {description === undefined && pending ? wait : summaryOf(description)}
        </td>
      )}
      <td className="num desk">
        {type === 'number' || type === 'datetime' ? rangeOf(column) : ''}
      </td>
    </tr>
  );
}
