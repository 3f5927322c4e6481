import type { AuthResponse } from '@columnist/contract';
import { useState } from 'react';
import { Note } from '../../ui/note.tsx';
import { detailOf, problemIn } from '../../lib/errors.ts';
import { canUsePasskeys, getPasskey, sayPasskeyFailure } from '../../lib/passkeys.ts';
import { trpc } from '../../lib/trpc.ts';
import { AccountForm, type AccountField } from './account-form.tsx';

/** A log-in whose password was right: by what it goes on. */
export interface Ticket {
  readonly ticket: string;
  readonly factors: readonly string[];
}

/** What a log-in was refused with, where a second factor completes it. */
export function ticketIn(error: unknown): Ticket | null {
  const found = problemIn(error);
  return found?.code === 'second_factor_required' && found.ticket !== undefined
    ? { ticket: found.ticket, factors: found.factors ?? [] }
    : null;
}

const codeField: AccountField = {
  name: 'code',
  label: 'Code of your authenticator app',
  type: 'text',
  autoComplete: 'one-time-code',
  inputMode: 'numeric',
  check: (value) => (value.trim() === '' ? 'Type the six digits' : null),
};
const recoveryField: AccountField = {
  name: 'recovery',
  label: 'Recovery code',
  type: 'text',
  autoComplete: 'off',
  check: (value) => (value.trim() === '' ? 'Type one of the codes that you kept' : null),
};

type Way = 'totp' | 'passkey' | 'recovery_code';
const words: Readonly<Record<Way, { readonly intro: string; readonly other: string }>> = {
  totp: {
    intro: 'Open your authenticator app and type the code it shows.',
    other: 'Use the authenticator app',
  },
  passkey: { intro: 'Your browser asks for the passkey of this account.', other: 'Use a passkey' },
  recovery_code: {
    intro: 'Type one of the codes that you kept. Each works once.',
    other: 'Use a recovery code',
  },
};

interface Props extends Ticket {
  readonly onDone: (answer: AuthResponse) => void;
  /** Back to the password, saying why where that is not what they chose. */
  readonly onBack: (reason: string | null) => void;
}

/** The second step of a log-in, by whatever the account has; a wrong code is typed again, an ended ticket leads back. */
export function SecondStep({ ticket, factors, onDone, onBack }: Props) {
  const ways = (['totp', 'passkey', 'recovery_code'] as const).filter(
    (way) => factors.includes(way) && (way !== 'passkey' || canUsePasskeys()),
  );
  const [way, setWay] = useState<Way>(ways[0] ?? 'recovery_code');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { client } = trpc.useUtils();
  const attempt = async (work: () => Promise<AuthResponse>) => {
    setBusy(true);
    setError(null);
    try {
      onDone(await work());
    } catch (failure) {
      const text =
        problemIn(failure) === null && way === 'passkey'
          ? sayPasskeyFailure(failure)
          : detailOf(failure, 'Failed to login');
      if (problemIn(failure)?.code === 'login_expired') onBack(text);
      else setError(text);
    } finally {
      setBusy(false);
    }
  };
  const byPasskey = () =>
    attempt(async () =>
      client.auth.completeLogin.mutate({
        ticket,
        passkey: await getPasskey(await client.auth.startPasskeyLogin.mutate({ ticket })),
      }),
    );
  const above = (
    <>
      <h1>Log in</h1>
      <p className="s2 mb16">{words[way].intro}</p>
      {error !== null && <Note kind="err">{error}</Note>}
    </>
  );
  const below = (
    <p className="sm s2 mt16 ways">
      {ways
        .filter((other) => other !== way)
        .map((other) => (
          <button
            key={other}
            type="button"
            className="link"
            onClick={() => {
              setError(null);
              setWay(other);
            }}
          >
            {words[other].other}
          </button>
        ))}
      <button type="button" className="link" onClick={() => onBack(null)}>
        Use another account
      </button>
    </p>
  );
  if (way === 'passkey') {
    return (
      <div className="lg-panel">
        {above}
        <button
          type="button"
          className="btn pri big blk"
          autoFocus
          aria-busy={busy}
          disabled={busy}
          onClick={() => void byPasskey()}
        >
          {busy && <i className="turning" aria-hidden="true" />}
          Use a passkey
        </button>
        {below}
      </div>
    );
  }
  return (
    <AccountForm
      key={way}
      fields={[way === 'totp' ? codeField : recoveryField]}
      action="Log in"
      busy={busy}
      above={above}
      onSubmit={({ code = '', recovery = '' }) =>
        void attempt(() =>
          client.auth.completeLogin.mutate({
            ticket,
            ...(way === 'totp' ? { code } : { recovery_code: recovery }),
          }),
        )
      }
    >
      {below}
    </AccountForm>
  );
}
