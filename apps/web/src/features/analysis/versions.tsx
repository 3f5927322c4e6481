import { mostVersions, type Dataset } from '@columnist/contract';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Isolated } from '../../ui/isolated-text.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { detailOf } from '../../lib/errors.ts';
import { formatBytes, formatCount, formatDay } from '../../lib/formats.ts';
import { heldBeforeAndNow, heldIn } from '../../lib/storage-name.ts';
import { trpc } from '../../lib/trpc.ts';
import { RowChanges } from './row-changes.tsx';

const makers = {
  rebuild: 'Combined again',
  upload: 'Uploaded',
  replace: 'Replaced',
  append: 'Rows appended',
  reread: 'Read again',
} as const;

/** The versions of a dataset where there are several: what differs, and the way back. */
export function Versions({ dataset }: { dataset: Dataset }) {
  const { message, ask } = useNotices();
  const utils = trpc.useUtils();
  const versions = trpc.datasets.listVersions.useQuery({ id: dataset.id });
  const [query, setQuery] = useSearchParams();
  const asked = Number(query.get('changes'));
  const compared =
    versions.data?.some((one) => one.version === asked && !one.current) === true ? asked : null;
  const setCompared = (version: number | null): void =>
    setQuery(
      (previous) => {
        if (version === null) previous.delete('changes');
        else previous.set('changes', String(version));
        return previous;
      },
      { replace: true },
    );
  const restore = trpc.datasets.restoreVersion.useMutation({
    onSuccess: async ({ version }) => {
      await utils.datasets.invalidate();
      void message.success(`Version ${version} is current again.`);
    },
    onError: (error) => void message.error(detailOf(error, 'Failed to restore the version')),
  });
  const remove = trpc.datasets.deleteVersion.useMutation({
    onSuccess: async (_, { version }) => {
      await utils.datasets.invalidate();
      void message.success(`Version ${version} is deleted.`);
    },
    onError: (error) => void message.error(detailOf(error, 'Failed to delete the version')),
  });
  if (versions.isError)
    return (
      <RequestFailed
        text="The list of versions could not be loaded."
        error={versions.error}
        onRetry={versions.refetch}
      />
    );
  if (versions.data === undefined || versions.data.length < 2) return null;
  return (
    <section className="sec mt32" aria-labelledby="versions-title">
      <header>
        <h2 id="versions-title">Versions</h2>
        <p>
          Each result names the version it was computed from. A dataset has at most {mostVersions}.
        </p>
      </header>
      <div className="scroll-x" tabIndex={0} role="group" aria-label="Versions">
        <table className="tb">
          <thead>
            <tr>
              <th className="num">Version</th>
              <th>Made by</th>
              <th>Date</th>
              <th className="num">Rows</th>
              <th className="num">Columns</th>
              <th className="num">File</th>
              <th>
                <span className="said">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {versions.data.map(
              ({
                version,
                current,
                made_by: maker,
                created_at: created,
                row_count: rows,
                column_count: columns,
                file_size: bytes,
              }) => (
                <tr key={version}>
                  <td className="num">{version}</td>
                  <td>
                    {makers[maker]} {current && <span className="tag ok">Current</span>}
                  </td>
                  <td>{formatDay(created)}</td>
                  <td className="num">{formatCount(rows)}</td>
                  <td className="num">{formatCount(columns)}</td>
                  <td className="num">{formatBytes(bytes)}</td>
                  <td>
                    {!current && (
                      <span className="row">
                        <button
                          type="button"
                          className="btn sml"
                          aria-label={`Compare version ${version} with the current one`}
                          aria-expanded={compared === version}
                          onClick={() => setCompared(compared === version ? null : version)}
                        >
                          Compare
                        </button>
                        <button
                          type="button"
                          className="btn sml"
                          aria-label={`Restore version ${version}`}
                          disabled={restore.isPending}
                          onClick={() => restore.mutate({ id: dataset.id, version })}
                        >
                          Restore
                        </button>
                        <button
                          type="button"
                          className="btn sml"
                          aria-label={`Delete version ${version}`}
                          disabled={remove.isPending}
                          onClick={() =>
                            ask({
                              title: `Delete version ${version}?`,
                              content: 'Its file cannot be brought back.',
                              okText: 'Delete',
                              onOk: () => remove.mutate({ id: dataset.id, version }),
                            })
                          }
                        >
                          Delete
                        </button>
                      </span>
                    )}
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
      {compared !== null && <Difference id={dataset.id} from={compared} to={dataset.version} />}
    </section>
  );
}

function Difference({ id, from, to }: { id: string; from: number; to: number }) {
  const difference = trpc.datasets.compareVersions.useQuery({ id, from, to });
  const { data } = difference;
  const shown = useRef<HTMLDivElement>(null);
  // In braces: newer browsers answer a promise, which is no clean-up.
  useEffect(() => {
    if (data !== undefined) shown.current?.scrollIntoView({ block: 'nearest' });
  }, [data]);
  if (difference.isError)
    return (
      <RequestFailed
        text="The two versions could not be compared."
        error={difference.error}
        onRetry={difference.refetch}
      />
    );
  if (data === undefined) return null;
  const said = [
    ...data.added.map(({ name, storage }) => `${name} (${heldIn(storage)}) is new.`),
    ...data.removed.map(({ name, storage }) => `${name} (${heldIn(storage)}) is gone.`),
    ...data.retyped.map(({ name, from: before, to: after }) => {
      const [held, holds] = heldBeforeAndNow(before, after);
      return `${name} held ${held} and now holds ${holds}.`;
    }),
    ...(data.moved ? ['The columns are in another order.'] : []),
    data.row_count.from === data.row_count.to
      ? `Both have ${formatCount(data.row_count.to)} rows.`
      : `${formatCount(data.row_count.from)} rows became ${formatCount(data.row_count.to)}.`,
  ];
  return (
    <div ref={shown} className="mt12" role="status">
      <h3>
        What changed: version {from} and version {to}
      </h3>
      <ul className="notes">
        {said.map((sentence) => (
          <li key={sentence}>
            <Isolated text={sentence} />
          </li>
        ))}
      </ul>
      <RowChanges id={id} from={from} to={to} />
    </div>
  );
}
