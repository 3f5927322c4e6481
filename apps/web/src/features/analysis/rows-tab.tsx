import type { Condition, Dataset } from '@columnist/contract';
import { useSearchParams } from 'react-router-dom';
import { detailOf } from '../../lib/errors.ts';
import { formatCount, formatShare } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';
import { FilterBar } from './filter-bar.tsx';
import { readRowView, viewOf, type RowView } from './row-view.ts';
import { RowsGrid } from './rows-grid.tsx';

export default function RowsTab({ dataset }: { dataset: Dataset }) {
  const [query, setQuery] = useSearchParams();
  const rowView = readRowView(query, dataset);
  const view = viewOf(rowView);
  const filter = view?.filter;
  const pictures = trpc.datasets.pictures.useQuery({ id: dataset.id, view: filter === undefined ? {} : { filter } }, { enabled: filter !== undefined, staleTime: Infinity, placeholderData: (previous) => previous });
  const kept = filter === undefined || pictures.data === undefined ? null : pictures.data;
  const change = (next: Partial<RowView>) => {
    const changed = viewOf({ ...rowView, ...next });
    setQuery((previous) => {
      if (changed === undefined) previous.delete('view');
      else previous.set('view', JSON.stringify(changed));
      return previous;
    });
  };
  const addCondition = (condition: Condition) => {
    const others = rowView.conditions.filter((other) => JSON.stringify(other) !== JSON.stringify(condition));
    change({ conditions: others.length < rowView.conditions.length ? others : [...others, condition] });
  };
  const { sort } = rowView;
  const matching = kept?.n_used ?? (filter === undefined ? dataset.row_count : null);
  return (
    <main className="rw">
      <div className="fb">
        <FilterBar dataset={dataset} conditions={rowView.conditions} onChange={(conditions) => change({ conditions })} />
        <p className="hit" role="status">
          {matching === null ? '…' : <b>{formatCount(matching)}</b>} {filter === undefined ? 'rows' : <>of {formatCount(dataset.row_count)} rows {matching !== null && <span className="s3">{formatShare(matching / dataset.row_count)}</span>}</>}
        </p>
      </div>
      {pictures.isError && (
        <div className="note err" role="alert">
          <b>{detailOf(pictures.error, 'The filter could not be applied.')}</b>
        </div>
      )}
      <RowsGrid dataset={dataset} view={view} kept={kept} sort={sort} conditions={rowView.conditions} onSort={(next) => change({ sort: next })} onBar={addCondition} />
      <div className="sb">
        <span>{sort === null ? 'In the order of the file' : `Sorted by ${sort.column}, ${sort.direction === 'descending' ? 'largest' : 'smallest'} first`}</span>
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
