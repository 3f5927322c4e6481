import { RequestFailed } from '../../ui/request-failed.tsx';
import { formatDay } from '../../lib/formats.ts';
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
        <div className="scroll-x" role="region" aria-label="Sessions" tabIndex={0}>
          <table className="tb">
            <thead>
              <tr>
                <th>Device</th>
                <th>Address</th>
                <th>Signed in</th>
                <th>Last used</th>
                <th>
                  <span className="vh">Action</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {sessions.data.items.map((session) => (
                <tr key={session.id}>
                  <td>{session.device}</td>
                  <td>{session.address}</td>
                  <td>{formatDay(session.created_at)}</td>
                  <td>{formatDay(session.last_used_at)}</td>
                  <td className="num">
                    {session.current ? (
                      <span className="tag ok">This session</span>
                    ) : (
                      <button
                        type="button"
                        className="btn sml"
                        disabled={revoke.isPending}
                        onClick={() => revoke.mutate({ id: session.id })}
                      >
                        Sign out
                      </button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
