import type { Dataset, DatasetColumn } from '@columnist/contract';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { RequestFailed } from '../../app/request-failed.tsx';
import { formatCount, formatShare, plural } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';
import { FilterBar } from './filter-bar.tsx';
import { readRowView, viewOf, type RowView } from './row-view.ts';
import { KeepRows } from './keep-rows.tsx';
import { RowsGrid } from './rows-grid.tsx';
import './rows.css';

export default function RowsTab({ dataset }: { dataset: Dataset }) {
  const [query, setQuery] = useSearchParams();
  const [inSight, setInSight] = useState({ first: 0, last: 0 });
  const written = query.get('view');
  const rowView = useMemo(() => readRowView(new URLSearchParams(written === null ? '' : { view: written }), dataset), [written, dataset]);
  const { sort, conditions } = rowView;
  const view = viewOf(rowView);
  const filter = view?.filter;
  const pictures = trpc.datasets.pictures.useQuery({ id: dataset.id, view: filter === undefined ? {} : { filter } }, { enabled: filter !== undefined, staleTime: Infinity, placeholderData: (previous) => previous });
  const found = filter === undefined ? undefined : pictures.data;
  const kept = useMemo(() => new Map(found?.columns.map(({ name, picture }) => [name, picture])), [found]);
  const total = filter === undefined ? dataset.row_count : (found?.n_used ?? null);
  const change = (next: Partial<RowView>) =>
    setQuery((previous) => {
      const changed = viewOf({ ...rowView, ...next });
      if (changed === undefined) previous.delete('view');
      else previous.set('view', JSON.stringify(changed));
      return previous;
    });
  const see = useCallback((first: number, last: number) => setInSight({ first, last }), []);
  const sorted = sort === null ? undefined : dataset.columns.find(({ name }) => name === sort.column);
  return (
    <main className="rw">
      <div className="fb">
        <FilterBar dataset={dataset} conditions={conditions} onChange={(next) => change({ conditions: next })} />
        <p className="hit" role="status">
          {total === null ? '…' : <b>{formatCount(total)}</b>} {filter === undefined ? (dataset.row_count === 1 ? 'row' : 'rows') : `of ${plural(dataset.row_count, 'row')}`}{' '}
          {filter !== undefined && total !== null && dataset.row_count > 0 && <span className="s3">{formatShare(total / dataset.row_count)}</span>}
        </p>
      </div>
      {pictures.isError && filter !== undefined && <RequestFailed text="The filter could not be applied." error={pictures.error} onRetry={pictures.refetch} />}
      <RowsGrid dataset={dataset} view={view} total={total} kept={kept} rowView={rowView} onChange={change} onSight={see} />
      <div className="sb">
        {total !== null && total > 0 && (
          <span>
            Rows {formatCount(inSight.first)} to {formatCount(inSight.last)} of {formatCount(total)}
          </span>
        )}
        <span>{sort === null || sorted === undefined ? 'In the order of the file' : `Sorted by ${sort.column}, ${orderOf(sorted, sort.direction)}`}</span>
        <KeepRows dataset={dataset} view={view} />
        {filter !== undefined && (
          <span className="lg2">
            <i className="a" />
            these rows
            <i className="b" />
            all {formatCount(dataset.row_count)}
          </span>
        )}
      </div>
    </main>
  );
}

const orders: Record<DatasetColumn['type'], readonly [ascending: string, descending: string]> = {
  number: ['smallest first', 'largest first'],
  datetime: ['earliest first', 'latest first'],
  category: ['A to Z', 'Z to A'],
  text: ['A to Z', 'Z to A'],
  boolean: ['false first', 'true first'],
};

const orderOf = ({ type }: DatasetColumn, direction: 'ascending' | 'descending'): string => orders[type][direction === 'ascending' ? 0 : 1];
