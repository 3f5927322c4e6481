import { useState } from 'react';
import { Isolated } from '../../ui/isolated-text.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { detailOf } from '../../lib/errors.ts';
import { formatDay, plural } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';

/** The results of the dataset that anybody with the link can read. */
export function SharedLinks({ id, several }: { id: string; several: boolean }) {
  const { message } = useNotices();
  const [now] = useState(() => Date.now());
  const utils = trpc.useUtils();
  const shares = trpc.datasets.shares.useQuery({ id });
  const revoke = trpc.datasets.revokeShare.useMutation({
    onSuccess: () => utils.datasets.shares.invalidate({ id }),
    onError: (error) => void message.error(detailOf(error, 'Failed to end the link')),
  });
  const renew = trpc.datasets.renewShare.useMutation({
    onSuccess: () => utils.datasets.shares.invalidate({ id }),
    onError: (error) => void message.error(detailOf(error, 'Failed to renew the link')),
  });
  if (shares.isError)
    return (
      <RequestFailed
        text="Failed to load shared results"
        error={shares.error}
        onRetry={shares.refetch}
      />
    );
  if (shares.data === undefined || shares.data.length === 0) return null;
  return (
    <section className="sec mt32" aria-labelledby="links">
      <header>
        <h2 id="links">Shared results</h2>
        <p>who has the link can read them</p>
      </header>
      <ul className="links">
        {shares.data.map((share) => (
          <li key={share.id}>
            <span>
              <Isolated text={share.sentence} />
              <small>
                {(several || (share.dataset_version ?? 1) > 1) &&
                  `of version ${share.dataset_version}, `}
                shared {formatDay(share.created_at)} by {share.by},{' '}
                {Date.parse(share.expires_at) > now ? 'open until' : 'closed since'}{' '}
                {formatDay(share.expires_at)}, opened {plural(share.views, 'time')}
                {share.single_values && ', with single values'}
              </small>
            </span>
            <button
              type="button"
              className="btn sml"
              disabled={renew.isPending}
              aria-label={`Renew for 30 days: ${share.sentence}`}
              onClick={() => renew.mutate({ id, share_id: share.id })}
            >
              Renew for 30 days
            </button>
            <button
              type="button"
              className="btn sml"
              disabled={revoke.isPending}
              aria-label={`End link: ${share.sentence}`}
              onClick={() => revoke.mutate({ id, share_id: share.id })}
            >
              End link
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
