import {
  auditActorNames,
  auditKindNames,
  auditKinds,
  type Activity as Line,
  type AuditKind,
  sayTime,
} from '@columnist/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useMemo, useState } from 'react';
import { useNotices } from '../../ui/notices.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { StackedTable, type StackedColumn } from '../../ui/stacked-table.tsx';
import { useUser } from '../../lib/session.tsx';
import { formatCount } from '../../lib/formats.ts';
import { beginOf, periods, type Period } from '../../lib/period.ts';
import { activityKey } from '../../lib/queries.ts';
import { saveFile } from '../../lib/save-file.ts';
import { trpc } from '../../lib/trpc.ts';

const pageSize = 25;

/** What happened to the account, by its owner or by others, newest first. */
export function Activity() {
  const { message } = useNotices();
  const { email } = useUser();
  const { client } = trpc.useUtils();
  const [kind, setKind] = useState<AuditKind | ''>('');
  const [period, setPeriod] = useState<Period>('');
  const which = useMemo(
    () => ({ ...(kind === '' ? {} : { kind }), ...beginOf(period) }),
    [kind, period],
  );
  const lines = useInfiniteQuery({
    queryKey: [activityKey, which],
    queryFn: ({ pageParam }) =>
      client.auth.listActivity.query({
        ...which,
        limit: pageSize,
        ...(pageParam === '' ? {} : { cursor: pageParam }),
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: (before) => before,
  });
  const items = lines.data?.pages.flatMap((page) => page.items) ?? [];
  const total = lines.data?.pages[0]?.total ?? 0;
  const download = () => {
    saveFile(
      `/api/v1/auth/activity/export?${new URLSearchParams(which).toString()}`,
      'columnist-activity.csv',
    ).catch((error: unknown) => {
      void message.error(
        error instanceof Error
          ? `The activity could not be downloaded. ${error.message}`
          : 'The activity could not be downloaded.',
      );
    });
  };
  return (
    <section className="sec mt32" aria-labelledby="activity-title">
      <header className="wrap">
        <h2 id="activity-title">Activity</h2>
        <p>What was done to your account, and what was refused.</p>
        <div className="r">
          <Select<AuditKind | ''>
            aria-label="Kind of activity"
            size="small"
            popupMatchSelectWidth={false}
            value={kind}
            onChange={setKind}
            options={[
              { value: '', label: 'Everything' },
              ...auditKinds.map((value) => ({ value, label: auditKindNames[value] })),
            ]}
          />
          <Select<Period>
            aria-label="Period of activity"
            size="small"
            popupMatchSelectWidth={false}
            value={period}
            onChange={setPeriod}
            options={[...periods]}
          />
          <button type="button" className="btn sml" onClick={download}>
            Download CSV
          </button>
        </div>
      </header>
      {lines.isPending && <div className="sk key-sk" />}
      {lines.isError && (
        <RequestFailed
          text="Your activity could not be loaded."
          error={lines.error}
          onRetry={lines.refetch}
        />
      )}
      {lines.isSuccess && items.length === 0 && (
        <p className="sm s2">Nothing like that was written down.</p>
      )}
      {items.length > 0 && (
        <StackedTable name="Activity" rows={items} columns={columnsFor(email)} />
      )}
      {items.length > 0 && (
        <div className="row mt16">
          <span className="sm s2">
            {formatCount(items.length)} of {formatCount(total)}
          </span>
          {lines.hasNextPage && (
            <button
              type="button"
              className="btn sml"
              disabled={lines.isFetchingNextPage}
              onClick={() => void lines.fetchNextPage()}
            >
              Load more
            </button>
          )}
        </div>
      )}
    </section>
  );
}

const columnsFor = (email: string): readonly StackedColumn<Line>[] => [
  { label: 'When', className: 'nw', render: ({ at }) => sayTime(at) },
  {
    label: 'Outcome',
    place: 'corner',
    render: ({ outcome }) =>
      outcome === 'done' ? 'Done' : <span className="tag err">Denied</span>,
  },
  { label: 'What', className: 'words', render: (line) => <What line={line} email={email} /> },
  { label: 'By', render: ({ by }) => auditActorNames[by] },
  {
    label: 'From',
    render: ({ address, device }) => (
      <>
        {address ?? '–'}
        {device !== null && <div className="xs s2">{device}</div>}
      </>
    ),
  },
];

function What({
  email,
  line: { said, target, more },
}: {
  readonly email: string;
  readonly line: Line;
}) {
  return (
    <>
      {said}
      {target !== null && target !== email && <span className="s2">, {target}</span>}
      {more !== '' && <div className="xs s2">{more}</div>}
    </>
  );
}
