import { titleOf, type ColumnType, type Dataset, type Overview } from '@columnist/contract';
import { Skeleton } from 'antd';
import { Link } from 'react-router-dom';
import { TypeGlyph } from '../../ui/icons.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { formatCount, formatShare } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';
import { useMedia } from '../../lib/use-media.ts';
import { useStaged } from '../../lib/use-staged.ts';
import { CutName } from './cut-name.tsx';
import { ColumnPicture } from '../../ui/column-picture.tsx';
import { rangeOf, shortRangeOf } from './column-words.ts';
import { Alerts } from './alerts.tsx';
import { Duplicates } from './duplicates.tsx';
import { Correlations } from './correlations.tsx';
import { Fact } from './figure-table.tsx';
import { MissingValues } from './missing-values.tsx';
import { ReadingNotes } from '../../ui/reading-notes.tsx';
import { dialectInShort } from '../../lib/reading-words.ts';
import { rowsAsked, type TabProps } from '../../lib/tab-props.ts';
import { LineageSection } from './lineage.tsx';
import { Versions } from './versions.tsx';
import { writeView } from '../../lib/view-parts.ts';
import '../../styles/overview.css';

/**
 * The dataset at a glance: facts, every column's face, what is missing, how it was read, what goes
 * together.
 */
export default function OverviewTab({ dataset: uploaded, state, viewed }: TabProps) {
  const { dataset } = viewed;
  const view = rowsAsked(state.view);
  const drawn = useStaged(5);
  const overview = trpc.datasets.overview.useQuery(
    { id: dataset.id, ...view },
    { staleTime: Infinity, placeholderData: (previous) => previous, retry: false },
  );
  return (
    <main className="page ds">
      <Facts dataset={dataset} overview={overview.data} />
      <Faces dataset={dataset} written={writeView(state.view)} />
      {overview.isError && (
        <div className="mt24">
          <RequestFailed
            text="Failed to load the missing values"
            error={overview.error}
            onRetry={overview.refetch}
          />
        </div>
      )}
      {drawn > 1 && <Alerts dataset={dataset} state={state} />}
      {drawn > 2 && (
        <div className="split s75 mt32">
          {overview.data === undefined ? (
            overview.isPending && <Skeleton active={false} title={false} paragraph={{ rows: 6 }} />
          ) : (
            <MissingValues overview={overview.data} columns={dataset.column_count} />
          )}
          <ReadingNotes dataset={uploaded} />
        </div>
      )}
      {drawn > 3 && (
        <Duplicates
          dataset={uploaded}
          columns={dataset.columns}
          rows={dataset.row_count}
          state={state}
        />
      )}
      {drawn > 3 && <Correlations dataset={dataset} view={view} />}
      {drawn > 4 && <LineageSection dataset={uploaded} />}
      {drawn > 4 && <Versions dataset={uploaded} />}
    </main>
  );
}

const nouns: Record<ColumnType, readonly [one: string, many: string]> = {
  number: ['number', 'numbers'],
  category: ['category', 'categories'],
  text: ['text', 'texts'],
  datetime: ['date and time', 'dates and times'],
  boolean: ['true or false', 'true or false'],
};

function Facts({ dataset, overview }: { dataset: Dataset; overview: Overview | undefined }) {
  const kinds = Object.entries(nouns).flatMap(([type, [one, many]]) => {
    const n = dataset.columns.filter((column) => column.type === type).length;
    // Of columns of one type the figure in front is the same.
    if (n === dataset.columns.length) return n === 1 ? [one] : [`all ${many}`];
    return n === 0 ? [] : [`${n} ${n === 1 ? one : many}`];
  });
  const wait = '…';
  return (
    <dl className="facts">
      <Fact name="Rows" value={formatCount(dataset.row_count)} />
      <Fact name="Columns" value={formatCount(dataset.column_count)} note={kinds.join(', ')} />
      <Fact
        name="Missing cells"
        value={
          overview === undefined
            ? wait
            : formatShare(overview.missing_cells / Math.max(1, overview.cells))
        }
        note={
          overview === undefined
            ? ''
            : `${formatCount(overview.missing_cells)} of ${formatCount(overview.cells)}`
        }
      />
      <Fact
        name="Complete rows"
        value={overview === undefined ? wait : formatCount(overview.complete_rows)}
      />
      <Fact
        name="Duplicate rows"
        value={overview === undefined ? wait : formatCount(overview.duplicate_rows)}
      />
      <Fact name="Read as" value={dialectInShort(dataset.dialect)} />
    </dl>
  );
}

/** As many faces as leave the alerts within reach: four rows on a phone, three on a desk. */
const facesShown = { narrow: 16, wide: 36 };

function Faces({ dataset, written }: { dataset: Dataset; written: string | null }) {
  const screen = useMedia('(max-width: 767px)') ? 'narrow' : 'wide';
  const linkTo = (asked: Record<string, string>): string =>
    `?${new URLSearchParams({ tab: 'columns', ...asked, ...(written === null ? {} : { view: written }) }).toString()}`;
  const shown = dataset.columns.slice(0, facesShown[screen]);
  return (
    <section className="mt24" aria-label="All columns">
      <ul className="faces">
        {shown.map((column) => {
          const { name, type, picture } = column;
          return (
            <li key={name}>
              <Link
                className="quiet"
                to={linkTo({ column: name })}
                title={`${titleOf(column)}, ${rangeOf(column)}`}
              >
                {picture !== null && (
                  <ColumnPicture name={name} type={type} picture={picture} height={44} />
                )}
                <span className="nm">
                  <TypeGlyph type={type} />
                  <CutName name={name} />
                </span>
                <small>{shortRangeOf(column)}</small>
              </Link>
            </li>
          );
        })}
      </ul>
      {shown.length < dataset.columns.length && (
        <p className="mt16">
          <Link to={linkTo({})}>All {formatCount(dataset.columns.length)} columns</Link>
        </p>
      )}
    </section>
  );
}
