import type { ColumnDescription, ColumnType, DatasetColumn } from '@columnist/contract';
import { Input, Select } from 'antd';
import { useDeferredValue, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Icon, typeName } from '../../ui/icons.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { trpc } from '../../lib/trpc.ts';
import { ColumnDetail } from './column-detail.tsx';
import { ColumnList } from './column-list.tsx';
import {
  nextOrder,
  readOrder,
  sortColumns,
  sortFigures,
  writeOrder,
  type ColumnsOrder,
} from './columns-order.ts';
import { rowsAsked, type TabProps } from '../../lib/tab-props.ts';
import './columns.css';

const directions = sortFigures.flatMap(({ value, label }) => {
  const [up, down] = value === 'name' ? ['A to Z', 'Z to A'] : ['smallest first', 'largest first'];
  const both: { value: string; label: string }[] = [
    { value: `-${value}`, label: `${label}, ${down}` },
    { value, label: `${label}, ${up}` },
  ];
  return value === 'name' ? both.toReversed() : both;
});

/**
 * Every column in a list, one of them in full beside it. Type, order and the open column are in the
 * URL.
 */
export default function ColumnsTab({ state, viewed }: TabProps) {
  const [query, setQuery] = useSearchParams();
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search.trim().toLowerCase());
  const view = rowsAsked(viewed.view);
  const analysis = trpc.datasets.analyze.useQuery(
    { id: viewed.dataset.id, ...view },
    { staleTime: Infinity, placeholderData: (previous) => previous, retry: false },
  );
  const described = useMemo(
    () => new Map(analysis.data?.columns.map((column) => [column.name, column])),
    [analysis.data],
  );
  const dataset = useMemo(
    () => ({
      ...viewed.dataset,
      columns: viewed.dataset.columns.map((column) =>
        withFigures(column, described.get(column.name)),
      ),
    }),
    [viewed.dataset, described],
  );
  const order = readOrder(query.get('order'));
  const type = query.get('type');
  const open = dataset.columns.find((column) => column.name === query.get('column'));
  const set = (name: string, value: string | null, options?: { replace: boolean }) =>
    setQuery((previous) => {
      if (value === null) previous.delete(name);
      else previous.set(name, value);
      return previous;
    }, options);
  const setOrder = (next: ColumnsOrder | null) => set('order', writeOrder(next), { replace: true });
  const types = [...new Set(dataset.columns.map((column) => column.type))];
  const matching = dataset.columns.filter(
    (column) =>
      (type === null || column.type === type) &&
      `${column.name} ${column.label ?? ''}`.toLowerCase().includes(wanted),
  );
  const shown = sortColumns(matching, order, described);
  const place = open === undefined ? -1 : shown.indexOf(open);
  // Stepping is one visit to the list: back leads out of it, not through every column.
  const go = (to: number) => set('column', shown[to]?.name ?? null, { replace: true });

  return (
    <div className={`cw${open === undefined ? '' : ' open'}`}>
      <main className="cw-list">
        <div className="tools">
          <Input
            allowClear
            className="find"
            prefix={<Icon name="search" />}
            placeholder="Find a column"
            aria-label="Find a column"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <Segmented
            aria-label="Type"
            value={type ?? 'all'}
            onChange={(value) => set('type', value === 'all' ? null : value, { replace: true })}
            options={[
              { value: 'all', label: `All ${dataset.column_count}` },
              ...types.map((value: ColumnType) => ({
                value,
                label: `${typeName(value)} ${dataset.columns.filter((column) => column.type === value).length}`,
              })),
            ]}
          />
          <Select
            aria-label="Order"
            variant="borderless"
            className="order"
            value={writeOrder(order) ?? 'file'}
            onChange={(value) => setOrder(readOrder(value))}
            options={[{ value: 'file', label: 'File order' }, ...directions]}
            popupMatchSelectWidth={false}
          />
        </div>
        {analysis.isError && (
          <RequestFailed
            text="Failed to load the figures"
            error={analysis.error}
            onRetry={analysis.refetch}
          />
        )}
        {shown.length === 0 ? (
          <p className="voice empty">
            {search === ''
              ? 'The table has no such column.'
              : `No column is called anything like “${search}”.`}
          </p>
        ) : (
          <ColumnList
            columns={shown}
            described={described}
            pending={analysis.isPending}
            rows={dataset.row_count}
            open={open}
            order={order}
            onOrder={(by) => setOrder(nextOrder(order, by))}
            onOpen={(column) => set('column', column.name)}
          />
        )}
      </main>
      {open !== undefined && (
        <ColumnDetail
          dataset={dataset}
          view={view}
          column={open}
          own={viewed.own.get(open.name)}
          known={described.get(open.name)}
          place={place === -1 ? '' : `${place + 1} of ${shown.length}`}
          onPrevious={place > 0 ? () => go(place - 1) : null}
          onNext={place < shown.length - 1 ? () => go(place + 1) : null}
          onClose={() => set('column', null)}
          onStep={(step) => state.change({ clean: [...(state.view.clean ?? []), step] })}
        />
      )}
    </div>
  );
}

/** A column as its figures under the view say. */
function withFigures(column: DatasetColumn, figures: ColumnDescription | undefined): DatasetColumn {
  if (figures === undefined) return column;
  const ordered =
    figures.type === 'number' || figures.type === 'datetime'
      ? { low: figures.min, high: figures.max }
      : {};
  return { ...column, ...ordered, missing: figures.missing, distinct: figures.distinct };
}
