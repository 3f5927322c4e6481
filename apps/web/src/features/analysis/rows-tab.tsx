import type { DatasetColumn, View } from '@columnist/contract';
import { useCallback, useMemo, useState } from 'react';
import { NavigationType, useNavigationType, useSearchParams } from 'react-router-dom';
import { formatCount } from '../../lib/formats.ts';
import { CellEditor } from './cell-editor.tsx';
import { correct, deleteRow, editedIn, whyNotEdited, recognise } from './edit-cell.ts';
import { KeepRows } from './keep-rows.tsx';
import { filterOf, partsOf, toggleBars, writeView } from '../../lib/view-parts.ts';
import { RowsGrid } from './rows-grid.tsx';
import type { TabProps } from '../../lib/tab-props.ts';
import './rows.css';

export default function RowsTab({ dataset, state, viewed }: TabProps) {
  const [query] = useSearchParams();
  const arrival = useNavigationType();
  const [inSight, setInSight] = useState({ first: 0, last: 0 });
  const see = useCallback((first: number, last: number) => setInSight({ first, last }), []);
  const { view, change, replace } = state;
  const { total, whole, kept, effects } = viewed;
  const [sort = null] = view.sort ?? [];
  const sorted = sort === null ? undefined : whole.columns.find(({ name }) => name === sort.column);
  const asked = writeView(view) === null ? undefined : view;
  const edited = useMemo(() => editedIn(view, effects), [view, effects]);
  return (
    <main className="rw">
      <RowsGrid
        dataset={whole}
        view={asked}
        asked={query.get('column')}
        isArrival={arrival === NavigationType.Push}
        total={total}
        kept={kept}
        sort={sort}
        onSort={(next) => change({ sort: next === null ? undefined : [next] })}
        onBars={(column, first, last) =>
          change({
            filter: filterOf(toggleBars(partsOf(view.filter), column, first, last), whole.columns),
          })
        }
        edited={edited}
        renderEditor={({ row, column, value, cells }, close) => {
          const has = recognise(whole.columns, cells, view, dataset.row_count);
          const cell = { row, column, value, has };
          const edit = (next: View) => {
            replace(next);
            close();
          };
          return (
            <CellEditor
              key={`${row} ${column.name}`}
              cell={cell}
              refused={whyNotEdited(column.name, view)}
              onCorrect={(to, why) => edit(correct(view, cell, to, why))}
              onDelete={(why) => edit(deleteRow(view, cell, why))}
              onClose={close}
            />
          );
        }}
        onSight={see}
      />
      <div className="sb">
        {total !== null && total > 0 && (
          <span>
            Rows {formatCount(inSight.first)} to {formatCount(inSight.last)} of {formatCount(total)}
          </span>
        )}
        <span>
          {sort === null || sorted === undefined
            ? 'In the order of the file'
            : `Sorted by ${sort.column}, ${orderOf(sorted, sort.direction)}`}
        </span>
        <KeepRows dataset={dataset} view={asked} />
        {kept.size > 0 && total !== dataset.row_count && (
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

const orderOf = ({ type }: DatasetColumn, direction: 'ascending' | 'descending'): string =>
  orders[type][direction === 'ascending' ? 0 : 1];
