import { rowChangeKinds, type RowChangeKind, type RowChanges as Found } from '@columnist/contract';
import { Select, Skeleton } from 'antd';
import { useState } from 'react';
import { detailOf } from '../../lib/errors.ts';
import { formatCount, plural } from '../../lib/formats.ts';
import { saveBlob } from '../../lib/save-file.ts';
import { trpc } from '../../lib/trpc.ts';
import { useNotices } from '../../ui/notices.tsx';
import { Pager, usePages } from '../../ui/pager.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { csvOfChanges, saidOf, sayCell } from './row-changes-text.ts';

const rowsShown = 20;
/** Rows of one request of the download. */
const rowsRead = 1000;
const kinds = ['all', ...rowChangeKinds] as const;
type Shown = (typeof kinds)[number];

/** What changed between two versions row by row, by a key that is suggested and can be chosen. */
export function RowChanges({ id, from, to }: { id: string; from: number; to: number }) {
  const [key, setKey] = useState<string[] | null>(null);
  const [kind, setKind] = useState<Shown>('all');
  const pages = usePages();
  const offset = Number(pages.cursor ?? 0);
  const asked = {
    id,
    from,
    to,
    ...(key === null ? {} : { key }),
    ...(kind === 'all' ? {} : { kind }),
  };
  const found = trpc.datasets.rowChanges.useQuery(
    { ...asked, limit: rowsShown, offset },
    { staleTime: Infinity, retry: false, placeholderData: (previous) => previous },
  );
  if (found.isError)
    return (
      <RequestFailed
        text="The rows could not be compared."
        error={found.error}
        onRetry={found.refetch}
      />
    );
  if (found.data === undefined)
    return <Skeleton active={false} title={false} paragraph={{ rows: 6 }} />;
  const { data } = found;
  const { counts } = data;
  const ofKind = { all: counts.changed + counts.added + counts.removed, ...counts };
  return (
    <section className="mt16" aria-label="Rows that changed" aria-busy={found.isPlaceholderData}>
      <p className="voice finding-small">{saidOf(data)}</p>
      <div className="gq mt12">
        <label htmlFor="changes-key">Rows are the same by</label>
        <Select
          id="changes-key"
          mode="multiple"
          className="gq-many"
          maxCount={10}
          popupMatchSelectWidth={false}
          placeholder="their place"
          value={data.key}
          options={data.columns.map((name) => ({ value: name, label: name }))}
          onChange={(names: string[]) => {
            setKey(names);
            pages.restart();
          }}
        />
        <Segmented<Shown>
          aria-label="Which rows"
          options={kinds.map((one) => ({
            value: one,
            label: `${one.charAt(0).toUpperCase()}${one.slice(1)} ${formatCount(ofKind[one])}`,
          }))}
          value={kind}
          onChange={(next) => {
            setKind(next);
            pages.restart();
          }}
        />
        {data.total > 0 && <Download asked={asked} name={`changes-${from}-${to}.csv`} />}
      </div>
      {data.repeated > 0 && (
        <p className="s2 sm">
          {plural(data.repeated, 'row')} share their key with another row of their version and are
          matched in their order: choose more columns to tell them apart.
        </p>
      )}
      {data.items.length > 0 && <Changes found={data} />}
      <Pager
        pages={pages}
        size={rowsShown}
        shown={data.items.length}
        next={data.next_offset === null ? null : String(data.next_offset)}
      />
    </section>
  );
}

function Changes({ found: { items, key } }: { found: Found }) {
  return (
    <div className="scroll-x" role="region" aria-label="Changed cells" tabIndex={0}>
      <table className="tb">
        <thead>
          <tr>
            <th scope="col" className="num">
              Row
            </th>
            {key.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">What changed</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ kind, row_from: was, row_to: is, key: values, cells }) => (
            <tr key={`${was} ${is}`}>
              <td className="num">{formatCount(is ?? was ?? 0)}</td>
              {values.map((value, i) => (
                <td key={key[i] ?? i}>{sayCell(value)}</td>
              ))}
              <td className="changes">
                {kind !== 'changed' && (
                  <span className={`tag ${kind === 'added' ? 'ok' : 'warn'}`}>
                    {kind === 'added' ? 'Added' : 'Removed'}
                  </span>
                )}
                {cells
                  .filter(({ column }) => kind === 'changed' || !key.includes(column))
                  .map(({ column, from: before, to: after }) => (
                    <span key={column}>
                      <span className="s2">{column}</span>{' '}
                      {kind !== 'added' && <del>{sayCell(before)}</del>}{' '}
                      {kind !== 'removed' && <ins>{sayCell(after)}</ins>}
                    </span>
                  ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** All of them as CSV, a cell a line. */
function Download({
  asked,
  name,
}: {
  asked: { id: string; from: number; to: number; key?: string[]; kind?: RowChangeKind };
  name: string;
}) {
  const utils = trpc.useUtils();
  const { message } = useNotices();
  const [isReading, setReading] = useState(false);
  const download = async () => {
    setReading(true);
    try {
      const pages: Found[] = [];
      for (let offset: number | null = 0; offset !== null;) {
        const page: Found = await utils.datasets.rowChanges.fetch({
          ...asked,
          limit: rowsRead,
          offset,
        });
        pages.push(page);
        offset = page.next_offset;
      }
      saveBlob(new Blob([csvOfChanges(pages)], { type: 'text/csv' }), name);
    } catch (error) {
      void message.error(detailOf(error, 'Failed to download the changes'));
    } finally {
      setReading(false);
    }
  };
  return (
    <button type="button" className="btn sml" disabled={isReading} onClick={() => void download()}>
      {isReading ? 'Reading…' : 'Download CSV'}
    </button>
  );
}
