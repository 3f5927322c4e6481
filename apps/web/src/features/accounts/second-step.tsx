import type { AuthResponse } from '@columnist/contract';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { Note } from '../../ui/note.tsx';
import { problemIn } from '../../lib/errors.ts';
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
  label: 'Code from your authenticator app',
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

/** In the order in which they are offered: what asks least of the person first. */
const order = ['passkey', 'totp', 'recovery_code'] as const;
type Way = (typeof order)[number];
const words: Readonly<Record<Way, { readonly intro: string; readonly other: string }>> = {
  passkey: { intro: 'Your browser asks for the passkey of this account.', other: 'Use a passkey' },
  totp: {
    intro: 'Open your authenticator app and type the code it shows.',
    other: 'Use the authenticator app',
  },
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

/**
 * The second step of a log-in, by whatever the account has; a wrong code is typed again, an ended
 * ticket leads back.
 */
export function SecondStep({ ticket, factors, onDone, onBack }: Props) {
  const ways = order.filter(
    (way) => factors.includes(way) && (way !== 'passkey' || canUsePasskeys()),
  );
  const [way, setWay] = useState<Way>(ways[0] ?? 'recovery_code');
  const others = (
    <p className="sm s2 mt16 ways">
      {ways
        .filter((other) => other !== way)
        .map((other) => (
          <button key={other} type="button" className="link" onClick={() => setWay(other)}>
            {words[other].other}
          </button>
        ))}
      <button type="button" className="link" onClick={() => onBack(null)}>
        Use another account
      </button>
    </p>
  );
  const step = { ticket, others, onDone, onBack };
  return way === 'passkey' ? <PasskeyStep {...step} /> : <CodeStep key={way} way={way} {...step} />;
}

interface StepProps extends Omit<Props, 'factors'> {
  /** The ways out of this step. */
  readonly others: ReactNode;
}

/** Asks at once; the button asks again. */
function PasskeyStep({ ticket, others, onDone, onBack }: StepProps) {
  const { client } = trpc.useUtils();
  const { busy, error, attempt } = useAttempt({ onDone, onBack }, sayPasskeyFailure);
  const ask = () =>
    attempt(async (signal) =>
      client.auth.completeLogin.mutate({
        ticket,
        passkey: await getPasskey(await client.auth.startPasskeyLogin.mutate({ ticket }), signal),
      }),
    );
  const askAtOnce = useEffectEvent(ask);
  useEffect(() => void askAtOnce(), []);
  return (
    <div className="lg-panel">
      <Above way="passkey" error={error} />
      {/* Not disabled while it asks: the focus would be lost. */}
      <button
        type="button"
        className="btn pri big blk"
        autoFocus
        aria-busy={busy}
        aria-disabled={busy}
        onClick={() => !busy && void ask()}
      >
        {busy && <i className="turning" aria-hidden="true" />}
        Use a passkey
      </button>
      {others}
    </div>
  );
}

function CodeStep({
  ticket,
  way,
  others,
  onDone,
  onBack,
}: StepProps & { readonly way: Exclude<Way, 'passkey'> }) {
  const { client } = trpc.useUtils();
  const { busy, error, attempt } = useAttempt({ onDone, onBack }, () => 'Failed to login');
  return (
    <AccountForm
      fields={[way === 'totp' ? codeField : recoveryField]}
      action="Log in"
      busy={busy}
      above={<Above way={way} error={error} />}
      onSubmit={({ code = '', recovery = '' }) =>
        void attempt(() =>
          client.auth.completeLogin.mutate({
            ticket,
            ...(way === 'totp' ? { code } : { recovery_code: recovery }),
          }),
        )
      }
    >
      {others}
    </AccountForm>
  );
}

function Above({ way, error }: { readonly way: Way; readonly error: string | null }) {
  return (
    <>
      <h1>Log in</h1>
      <p className="s2 mb16">{words[way].intro}</p>
      {error !== null && <Note kind="err">{error}</Note>}
    </>
  );
}

/** One attempt after another by one way; what comes of one that was left changes nothing. */
function useAttempt(
  { onDone, onBack }: Pick<Props, 'onDone' | 'onBack'>,
  /** What went wrong, where the server said nothing. */
  sayFailure: (failure: unknown) => string,
) {
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const attempt = async (work: (signal: AbortSignal) => Promise<AuthResponse>) => {
    running.current = new AbortController();
    const { signal } = running.current;
    setBusy(true);
    setError(null);
    try {
      const answer = await work(signal);
      if (!signal.aborted) onDone(answer);
    } catch (failure) {
      if (signal.aborted) return;
      const problem = problemIn(failure);
      const text = problem?.detail ?? sayFailure(failure);
      if (problem?.code === 'login_expired') onBack(text);
      else setError(text);
    } finally {
      if (!signal.aborted) setBusy(false);
    }
  };
  return { busy, error, attempt };
}
