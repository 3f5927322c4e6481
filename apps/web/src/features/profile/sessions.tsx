import { sayTime } from '@columnist/contract';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { StackedTable } from '../../ui/stacked-table.tsx';
import { trpc } from '../../lib/trpc.ts';

/** Where the user is signed in; each other place can be signed out. */
export function Sessions() {
  const utils = trpc.useUtils();
  const sessions = trpc.auth.sessions.useQuery({});
  const settled = { onSettled: () => utils.auth.sessions.invalidate() };
  const revoke = trpc.auth.revokeSession.useMutation(settled);
  const revokeOthers = trpc.auth.revokeOtherSessions.useMutation(settled);
  const others = sessions.data?.items.filter(({ current }) => !current).length ?? 0;
  return (
    <section className="sec mt32" aria-labelledby="sessions-title">
      <header>
        <h2 id="sessions-title">Active sessions</h2>
        <p>Signing one out acts on its next request.</p>
        {others > 0 && (
          <div className="r">
            <button
              type="button"
              className="btn sml"
              disabled={revokeOthers.isPending}
              onClick={() => revokeOthers.mutate({})}
            >
              Sign out all others
            </button>
          </div>
        )}
      </header>
      {sessions.isPending && <div className="sk key-sk" />}
      {sessions.isError && (
        <RequestFailed
          text="Your sessions could not be loaded."
          error={sessions.error}
          onRetry={sessions.refetch}
        />
      )}
      {sessions.isSuccess && (
        <StackedTable
          name="Sessions"
          rows={sessions.data.items}
          columns={[
            { label: 'Device', render: ({ device }) => device },
            { label: 'Address', render: ({ address }) => address },
            { label: 'Signed in', render: (session) => sayTime(session.created_at) },
            { label: 'Last used', render: (session) => sayTime(session.last_used_at) },
            {
              label: 'Action',
              place: 'action',
              render: ({ id, current }) =>
                current ? (
                  <span className="tag ok">This session</span>
                ) : (
                  <button
                    type="button"
                    className="btn sml"
                    disabled={revoke.isPending}
                    onClick={() => revoke.mutate({ id })}
                  >
                    Sign out
                  </button>
                ),
            },
          ]}
        />
      )}
    </section>
  );
}
