import type { ColumnType, Dataset, DatasetColumn } from '@columnist/contract';
import { Skeleton } from 'antd';
import { Link } from 'react-router-dom';
import { TypeGlyph } from '../../app/icons.tsx';
import { detailOf } from '../../lib/errors.ts';
import { formatCount, formatShare, rangeEnd } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';
import { ColumnPicture } from './column-picture.tsx';
import { Correlations } from './correlations.tsx';
import { MissingValues } from './missing-values.tsx';
import { ReadingNotes } from './reading-notes.tsx';

const nouns: Record<ColumnType, [string, string]> = {
  number: ['number', 'numbers'],
  category: ['category', 'categories'],
  text: ['text', 'texts'],
  datetime: ['time', 'times'],
  boolean: ['true or false', 'true or false'],
};

export default function OverviewTab({ dataset }: { dataset: Dataset }) {
  const overview = trpc.datasets.overview.useQuery({ id: dataset.id }, { staleTime: Infinity });
  const kinds = Object.entries(nouns).flatMap(([type, [one, many]]) => {
    const n = dataset.columns.filter((column) => column.type === type).length;
    return n === 0 ? [] : [`${n} ${n === 1 ? one : many}`];
  });
  const { dialect } = dataset;
  const delimiters: Record<string, string> = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' };
  const readAs = `${dialect.encoding.toUpperCase()}, ${delimiters[dialect.delimiter] ?? 'one column'}, ${dialect.line_ending.toUpperCase()}`;
  const facts = overview.data;
  return (
    <main className="page ds">
      <dl className="facts">
        <Fact name="Rows" value={formatCount(dataset.row_count)} />
        <Fact name="Columns" value={formatCount(dataset.column_count)} note={kinds.join(', ')} />
        <Fact name="Missing cells" value={facts === undefined ? '…' : formatShare(facts.missing_cells / Math.max(1, facts.cells))} note={facts === undefined ? '' : `${formatCount(facts.missing_cells)} of ${formatCount(facts.cells)}`} />
        <Fact name="Complete rows" value={facts === undefined ? '…' : formatCount(facts.complete_rows)} />
        <Fact name="Duplicate rows" value={facts === undefined ? '…' : formatCount(facts.duplicate_rows)} />
        <Fact name="Read as" value={readAs} />
      </dl>
      <section className="mt24" aria-label="All columns">
        <ul className="faces">
          {dataset.columns.map((column) => {
            const { name, type, picture } = column;
            return (
            <li key={name}>
              <Link className="quiet" to={`?tab=columns&column=${encodeURIComponent(name)}`} title={name}>
                {picture !== null && <ColumnPicture name={name} type={type} picture={picture} height={44} />}
                <span className="nm">
                  <TypeGlyph type={type} />
                  <span>{name}</span>
                </span>
                <small>{rangeOf(column)}</small>
              </Link>
            </li>
            );
          })}
        </ul>
      </section>
      {overview.isError && (
        <div className="note err mt24" role="alert">
          <b>{detailOf(overview.error, 'Failed to load datasets')}</b>
          <button type="button" className="btn sml" onClick={() => void overview.refetch()}>
            Try Again
          </button>
        </div>
      )}
      <div className="split s75 mt32">
        {facts === undefined ? <Skeleton active={false} paragraph={{ rows: 6 }} /> : <MissingValues overview={facts} columns={dataset.column_count} />}
        <ReadingNotes dataset={dataset} />
      </div>
      <Correlations dataset={dataset} />
    </main>
  );
}

function Fact({ name, value, note = '' }: { name: string; value: string; note?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value} {note !== '' && <small>{note}</small>}
      </dd>
    </div>
  );
}

/** A column's range in few words: its ends, or how many values it has. */
export function rangeOf(column: DatasetColumn): string {
  const { type, low, high, distinct } = column;
  if (type === 'number' || type === 'datetime') {
    if (low === null) return 'no value';
    const text = (value: unknown): string => (typeof value === 'number' ? rangeEnd(column, value) : type === 'datetime' ? String(value).slice(0, 10) : String(value));
    const [from, to] = [text(low), text(high)];
    return from === to ? `only ${from}` : `${from} to ${to}`;
  }
  return distinct === 1 ? '1 value' : `${formatCount(distinct)} values`;
}
