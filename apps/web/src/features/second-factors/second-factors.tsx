import type { Passkey, SecondFactors as Factors } from '@columnist/contract';
import { Popconfirm } from 'antd';
import { useState } from 'react';
import { Note } from '../../ui/note.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
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

type Doing = 'totp' | 'passkey' | null;

function Manage({ factors }: { factors: Factors }) {
  const { message } = useNotices();
  const utils = trpc.useUtils();
  const [doing, setDoing] = useState<Doing>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const changed = () => utils.auth.secondFactors.invalidate();
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
        <div className="scroll-x" role="region" aria-label="Second factors" tabIndex={0}>
          <table className="tb">
            <thead>
              <tr>
                <th>Factor</th>
                <th>Added</th>
                <th>Last used</th>
                <th>
                  <span className="vh">Action</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {factors.totp !== null && (
                <tr>
                  <td>Authenticator app</td>
                  <td>{formatDay(factors.totp.created_at)}</td>
                  <td />
                  <td className="num">
                    <Remove
                      name="the authenticator app"
                      warning={warning}
                      busy={removeTotp.isPending}
                      onConfirm={() => removeTotp.mutate({})}
                    />
                  </td>
                </tr>
              )}
              {factors.passkeys.map((passkey) => (
                <PasskeyRow
                  key={passkey.id}
                  passkey={passkey}
                  warning={warning}
                  busy={removePasskey.isPending}
                  onRemove={() => removePasskey.mutate({ id: passkey.id })}
                />
              ))}
            </tbody>
          </table>
        </div>
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
          <Popconfirm
            title="Make new recovery codes?"
            description="The ten codes of before work no more."
            okText="Make new codes"
            icon={null}
            onConfirm={() => remake.mutate({})}
          >
            <button type="button" className="btn" disabled={remake.isPending}>
              New recovery codes
            </button>
          </Popconfirm>
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

function PasskeyRow({
  passkey,
  warning,
  busy,
  onRemove,
}: {
  passkey: Passkey;
  warning: string;
  busy: boolean;
  onRemove: () => void;
}) {
  return (
    <tr>
      <td>
        {passkey.name} <span className="s2">passkey</span>
      </td>
      <td>{formatDay(passkey.created_at)}</td>
      <td>{passkey.last_used_at === null ? 'Not yet' : formatDay(passkey.last_used_at)}</td>
      <td className="num">
        <Remove
          name={`the passkey ${passkey.name}`}
          warning={warning}
          busy={busy}
          onConfirm={onRemove}
        />
      </td>
    </tr>
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
  return (
    <Popconfirm
      title={`Remove ${name}?`}
      description={`It opens nothing any more.${warning}`}
      okText="Remove"
      icon={null}
      placement="bottomRight"
      onConfirm={onConfirm}
    >
      <button type="button" className="btn sml" aria-label={`Remove ${name}`} disabled={busy}>
        Remove
      </button>
    </Popconfirm>
  );
}
