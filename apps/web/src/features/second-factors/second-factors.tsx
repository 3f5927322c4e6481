import type { SecondFactors as Factors } from '@columnist/contract';
import { useState, type ReactNode } from 'react';
import { Note } from '../../ui/note.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { StackedTable } from '../../ui/stacked-table.tsx';
import { detailOf } from '../../lib/errors.ts';
import { formatDay, plural } from '../../lib/formats.ts';
import { canUsePasskeys } from '../../lib/passkeys.ts';
import { trpc } from '../../lib/trpc.ts';
import { AddPasskey } from './add-passkey.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUpTotp } from './set-up-totp.tsx';

/** What is asked beside the password, set up and removed. */
export function SecondFactors() {
  const factors = trpc.auth.secondFactors.useQuery({});
  return (
    <section className="sec mt32" aria-labelledby="factors-title">
      <header>
        <h2 id="factors-title">Two-factor login</h2>
        <p>A code or a passkey beside your password.</p>
      </header>
      {factors.isPending && <div className="sk key-sk" />}
      {factors.isError && (
        <RequestFailed
          text="Your second factors could not be loaded."
          error={factors.error}
          onRetry={factors.refetch}
        />
      )}
      {factors.isSuccess && <Manage factors={factors.data} />}
    </section>
  );
}

interface Row {
  readonly id: string;
  readonly shown: ReactNode;
  /** As it is named where its removal is asked. */
  readonly name: string;
  readonly added: string;
  readonly lastUsed: string | null;
  readonly isBusy: boolean;
  readonly onRemove: () => void;
}

type Doing = 'totp' | 'passkey' | null;

function Manage({ factors }: { factors: Factors }) {
  const { message, ask } = useNotices();
  const utils = trpc.useUtils();
  const [doing, setDoing] = useState<Doing>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  // The first factor ends every other session.
  const changed = () =>
    Promise.all([utils.auth.secondFactors.invalidate(), utils.auth.sessions.invalidate()]);
  const failed = {
    onError: (error: unknown) =>
      void message.error(detailOf(error, 'The change could not be made.')),
  };
  const removeTotp = trpc.auth.removeTotp.useMutation({ ...failed, onSettled: changed });
  const removePasskey = trpc.auth.removePasskey.useMutation({ ...failed, onSettled: changed });
  const remake = trpc.auth.remakeRecoveryCodes.useMutation({
    ...failed,
    onSuccess: ({ recovery_codes: made }) => setCodes(made),
    onSettled: changed,
  });
  const added = (made: readonly string[] | null) => {
    setDoing(null);
    setCodes(made);
    void changed();
  };
  const count = factors.passkeys.length + (factors.totp === null ? 0 : 1);
  const warning = count === 1 ? ' Without it, your password alone opens the account.' : '';
  const app: Row[] =
    factors.totp === null
      ? []
      : [
          {
            id: 'totp',
            shown: 'Authenticator app',
            name: 'the authenticator app',
            added: factors.totp.created_at,
            lastUsed: factors.totp.last_used_at,
            isBusy: removeTotp.isPending,
            onRemove: () => removeTotp.mutate({}),
          },
        ];
  const rows = [
    ...app,
    ...factors.passkeys.map(({ id, name, created_at: added, last_used_at: lastUsed }): Row => ({
      id,
      shown: (
        <>
          {name} <span className="s2">passkey</span>
        </>
      ),
      name: `the passkey ${name}`,
      added,
      lastUsed,
      isBusy: removePasskey.isPending,
      onRemove: () => removePasskey.mutate({ id }),
    })),
  ];
  const usable = canUsePasskeys(factors.passkeys_at);
  return (
    <>
      {count === 0 && factors.required && (
        <Note kind="warn">
          <b>Administrators need a second factor.</b> Until you have one, this server lets you
          administer nothing.
        </Note>
      )}
      {count === 0 ? (
        !factors.required && (
          <p className="sm s2">Not set up: your password alone opens this account.</p>
        )
      ) : (
        <StackedTable
          name="Second factors"
          rows={rows}
          columns={[
            { label: 'Factor', render: ({ shown }) => shown },
            { label: 'Added', render: ({ added }) => formatDay(added) },
            {
              label: 'Last used',
              render: ({ lastUsed }) => (lastUsed === null ? 'Not yet' : formatDay(lastUsed)),
            },
            {
              label: 'Action',
              place: 'action',
              render: ({ name, isBusy, onRemove }) => (
                <Remove name={name} warning={warning} busy={isBusy} onConfirm={onRemove} />
              ),
            },
          ]}
        />
      )}
      <div className="row mt16">
        {factors.totp === null && (
          <button
            type="button"
            className={count === 0 ? 'btn pri' : 'btn'}
            onClick={() => setDoing('totp')}
          >
            Set up an authenticator app
          </button>
        )}
        {usable && (
          <button type="button" className="btn" onClick={() => setDoing('passkey')}>
            Add a passkey
          </button>
        )}
        {count > 0 && (
          <button
            type="button"
            className="btn"
            disabled={remake.isPending}
            onClick={() =>
              ask({
                title: 'Make new recovery codes?',
                content: 'The ten codes of before work no more.',
                okText: 'Make new codes',
                onOk: () => remake.mutate({}),
              })
            }
          >
            New recovery codes
          </button>
        )}
      </div>
      <p className="sm s2 mt8">
        {count > 0 && (
          <span className={factors.recovery_codes_left < 3 ? 'warned' : undefined}>
            {plural(factors.recovery_codes_left, 'recovery code')} left.{' '}
          </span>
        )}
        {!usable && factors.passkeys_at !== null && factors.passkeys_at !== location.origin && (
          <>
            Passkeys can be used at{' '}
            <a href={`${factors.passkeys_at}/app/profile?tab=security`}>{factors.passkeys_at}</a>.
          </>
        )}
      </p>
      {doing === 'totp' && <SetUpTotp onClose={() => setDoing(null)} onDone={added} />}
      {doing === 'passkey' && <AddPasskey onClose={() => setDoing(null)} onDone={added} />}
      {codes !== null && <RecoveryCodes codes={codes} onClose={() => setCodes(null)} />}
    </>
  );
}

function Remove({
  name,
  warning,
  busy,
  onConfirm,
}: {
  name: string;
  warning: string;
  busy: boolean;
  onConfirm: () => void;
}) {
  const { ask } = useNotices();
  return (
    <button
      type="button"
      className="btn sml"
      aria-label={`Remove ${name}`}
      disabled={busy}
      onClick={() =>
        ask({
          title: `Remove ${name}?`,
          content: `It opens nothing any more.${warning}`,
          okText: 'Remove',
          onOk: onConfirm,
        })
      }
    >
      Remove
    </button>
  );
}
