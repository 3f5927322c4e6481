import type { ColumnDescription, ColumnType, Dataset, DatasetColumn } from '@columnist/contract';
import { Input, Segmented, Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Icon, TypeGlyph, typeName } from '../../app/icons.tsx';
import { formatCount, formatFigure, formatShare } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';
import { ColumnDetail } from './column-detail.tsx';
import { ColumnPicture } from './column-picture.tsx';
import { rangeOf } from './overview-tab.tsx';

type Order = 'file' | 'name' | 'missing' | 'distinct' | 'mean' | 'sd' | 'median';
const orders: { value: Order; label: string }[] = [
  { value: 'file', label: 'File order' },
  { value: 'name', label: 'Name' },
  { value: 'missing', label: 'Missing, most first' },
  { value: 'distinct', label: 'Distinct, most first' },
  { value: 'mean', label: 'Mean, largest first' },
  { value: 'sd', label: 'Sd, largest first' },
  { value: 'median', label: 'Median, largest first' },
];

export default function ColumnsTab({ dataset }: { dataset: Dataset }) {
  const [query, setQuery] = useSearchParams();
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search.trim().toLowerCase());
  const description = trpc.datasets.analyze.useQuery({ id: dataset.id }, { staleTime: Infinity });
  const described = new Map(description.data?.columns.map((column) => [column.name, column]));
  const order = orders.find(({ value }) => value === query.get('order'))?.value ?? 'file';
  const type = query.get('type');
  const open = dataset.columns.find((column) => column.name === query.get('column'));
  const set = (changes: Record<string, string | null>) =>
    setQuery(
      (previous) => {
        for (const [name, value] of Object.entries(changes)) if (value === null) previous.delete(name);
          else previous.set(name, value);
        return previous;
      },
      { replace: changes['column'] === undefined },
    );
  const types = [...new Set(dataset.columns.map((column) => column.type))];
  const shown = sorted(
    dataset.columns.filter((column) => (type === null || column.type === type) && column.name.toLowerCase().includes(wanted)),
    order,
    described,
  );
  const place = open === undefined ? -1 : shown.indexOf(open);
  const go = (to: number) => set({ column: shown[to]?.name ?? null });

  return (
    <div className={`cw${open === undefined ? '' : ' open'}`}>
      <main className="cw-list">
        <div className="tools">
          <Input allowClear prefix={<Icon name="search" />} placeholder="Find a column" aria-label="Find a column" value={search} onChange={(event) => setSearch(event.target.value)} style={{ width: 190 }} />
          <Segmented
            aria-label="Type"
            value={type ?? 'all'}
            onChange={(value) => set({ type: value === 'all' ? null : value })}
            options={[{ value: 'all', label: `All ${dataset.column_count}` }, ...types.map((value: ColumnType) => ({ value, label: `${typeName(value)} ${dataset.columns.filter((column) => column.type === value).length}` }))]}
          />
          <Select<Order> aria-label="Order" variant="borderless" value={order} onChange={(value) => set({ order: value === 'file' ? null : value })} options={orders} popupMatchSelectWidth={false} style={{ marginLeft: 'auto' }} />
        </div>
        {shown.length === 0 && <p className="voice empty">No column is called anything like “{search}”.</p>}
        <div className="scroll-x">
          <table className="tb cl">
            <thead>
              <tr>
                <th scope="col">
                  <span className="vh">type</span>
                </th>
                <th scope="col">column</th>
                <th scope="col">distribution</th>
                <th scope="col" className="num">missing</th>
                <th scope="col" className="num">distinct</th>
                <th scope="col" className="num wide">mean</th>
                <th scope="col" className="num wide">sd</th>
                <th scope="col" className="num wide">median</th>
                <th scope="col" className="num">range</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((column) => (
                <Row key={column.name} column={column} description={described.get(column.name)} rows={dataset.row_count} open={column === open} onOpen={() => set({ column: column.name })} />
              ))}
            </tbody>
          </table>
        </div>
      </main>
      {open !== undefined && (
        <ColumnDetail
          key={open.name}
          dataset={dataset}
          column={open}
          place={`${place + 1} of ${shown.length}`}
          onPrevious={place > 0 ? () => go(place - 1) : null}
          onNext={place < shown.length - 1 ? () => go(place + 1) : null}
          onClose={() => set({ column: null })}
        />
      )}
    </div>
  );
}

function sorted(columns: readonly DatasetColumn[], order: Order, described: ReadonlyMap<string, ColumnDescription>): readonly DatasetColumn[] {
  if (order === 'file') return columns;
  if (order === 'name') return columns.toSorted((a, b) => a.name.localeCompare(b.name));
  const figure = (column: DatasetColumn): number => {
    if (order === 'missing' || order === 'distinct') return column[order];
    const description = described.get(column.name);
    return description?.type === 'number' ? (description[order] ?? -Infinity) : -Infinity;
  };
  return columns.toSorted((a, b) => figure(b) - figure(a));
}

function Row({ column, description, rows, open, onOpen }: { column: DatasetColumn; description: ColumnDescription | undefined; rows: number; open: boolean; onOpen: () => void }) {
  const { name, type, picture, missing, distinct } = column;
  return (
    <tr className={open ? 'on' : undefined} onClick={onOpen}>
      <td>
        <TypeGlyph type={type} />
      </td>
      <td>
        <button type="button" className="nm" aria-expanded={open}>
          {name}
        </button>
      </td>
      <td className="pc">{picture !== null && <ColumnPicture name={name} type={type} picture={picture} height={30} />}</td>
      <td className={`num${missing === 0 ? ' s3' : ''}`}>{missing === 0 ? '0' : missing / rows < 0.01 ? formatCount(missing) : formatShare(missing / rows)}</td>
      <td className="num">{formatCount(distinct)}</td>
      {description?.type === 'number' ? (
        <>
          <td className="num wide">{formatFigure(description.mean)}</td>
          <td className="num wide">{formatFigure(description.sd)}</td>
          <td className="num wide">{formatFigure(description.median)}</td>
        </>
      ) : (
        <td className="wide says" colSpan={3}>
          {summaryOf(description)}
        </td>
      )}
      <td className="num">{type === 'number' || type === 'datetime' ? rangeOf(column) : ''}</td>
    </tr>
  );
}

function summaryOf(description: ColumnDescription | undefined): string {
  if (description === undefined) return '';
  if (description.type === 'datetime') return `${formatCount(description.distinct)} moments${description.gaps?.regular === true ? ', evenly spaced' : ''}`;
  if (description.type === 'text') return description.lengths === null ? '' : `${description.lengths.min} to ${description.lengths.max} characters`;
  return description.top_values
    .slice(0, 3)
    .map(({ value, n }) => `${String(value)} ${formatCount(n)}`)
    .join(', ');
}
