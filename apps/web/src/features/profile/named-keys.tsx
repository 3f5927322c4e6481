import type { NamedKey } from '@columnist/contract';
import { useState } from 'react';
import { hasEnded } from '../../lib/has-ended.ts';
import { DatasetNames } from '../../ui/dataset-names.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { StackedTable } from '../../ui/stacked-table.tsx';
import { detailOf } from '../../lib/errors.ts';
import { formatDay } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';

/** Keys beside the one of the account, what each may do, and the way to end one. */
export function NamedKeys() {
  const { message, ask } = useNotices();
  const utils = trpc.useUtils();
  const keys = trpc.auth.apiKeys.useQuery({});
  const [making, setMaking] = useState(false);
  const revoke = trpc.auth.revokeApiKey.useMutation({
    onSettled: () => utils.auth.apiKeys.invalidate(),
    onError: (error) => void message.error(detailOf(error, 'The key could not be revoked.')),
  });
  return (
    <section className="sec mt32" aria-labelledby="named-keys-title">
      <header>
        <h2 id="named-keys-title">Named keys</h2>
        <p>One for each script, with its own limits and an end.</p>
        <div className="r">
          <button type="button" className="btn sml" onClick={() => setMaking(true)}>
            New key
          </button>
        </div>
      </header>
      {keys.isPending && <div className="sk key-sk" />}
      {keys.isError && (
        <RequestFailed
          text="Your keys could not be loaded."
          error={keys.error}
          onRetry={keys.refetch}
        />
      )}
      {keys.data?.items.length === 0 && (
        <p className="sm s2">
          None yet. A key for each script can be ended without touching the others.
        </p>
      )}
      {keys.data !== undefined && keys.data.items.length > 0 && (
        <StackedTable
          name="Named keys"
          rows={keys.data.items}
          columns={[
            { label: 'Name', className: 'key-name', render: ({ name }) => name },
            {
              label: 'May',
              render: (key) => (
                <>
                  {key.scopes
                    .filter((scope) => scope !== 'rows' || !key.aggregates_only)
                    .join(', ')}
                  {key.aggregates_only && <div className="xs s2">no single rows</div>}
                  {key.dataset_ids !== null && (
                    <div className="xs s2">
                      <DatasetNames ids={key.dataset_ids} />
                    </div>
                  )}
                </>
              ),
            },
            { label: 'Key', className: 'mono', render: (key) => `…${key.last_four}` },
            {
              label: 'Last used',
              render: (key) => (
                <>
                  {key.last_used_at === null ? 'Not yet' : formatDay(key.last_used_at)}
                  <div className="xs s2">{key.last_used_address}</div>
                </>
              ),
            },
            { label: 'Ends', render: endOf },
            {
              label: 'Action',
              place: 'action',
              render: ({ id, name }) => (
                <button
                  type="button"
                  className="btn sml"
                  disabled={revoke.isPending}
                  onClick={() =>
                    ask({
                      title: `Revoke ${name}?`,
                      content: 'Its next call is refused. A revoked key cannot come back.',
                      okText: 'Revoke',
                      onOk: () => revoke.mutate({ id }),
                    })
                  }
                >
                  Revoke<span className="vh"> {name}</span>
                </button>
              ),
            },
          ]}
        />
      )}
      <NewKeyDialog open={making} onClose={() => setMaking(false)} />
    </section>
  );
}

function endOf({ expires_at: end }: NamedKey) {
  if (end === null) return 'No end';
  return hasEnded(end) ? <span className="tag warn">Ended {formatDay(end)}</span> : formatDay(end);
}
