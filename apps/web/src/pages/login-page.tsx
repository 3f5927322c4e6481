import type { AuthResponse } from '@columnist/contract';
import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { reasonOf } from '../lib/errors.ts';
import { forgetLoginNotice, loginNotice } from '../lib/login-notice.ts';
import { Note } from '../ui/note.tsx';
import { useReturnTo } from '../lib/return-to.ts';
import { useSession } from '../lib/session.tsx';
import { AccountForm, emailField, type AccountField } from '../features/accounts/account-form.tsx';
import { AccountPage } from '../features/accounts/account-page.tsx';
import { SecondStep, ticketIn, type Ticket } from '../features/accounts/second-step.tsx';
import { useProtected } from '../features/accounts/use-protected.ts';
import { VerificationNotice } from '../features/accounts/verification-notice.tsx';
import { trpc } from '../lib/trpc.ts';

const fields: readonly AccountField[] = [
  emailField,
  {
    name: 'password',
    label: 'Password',
    type: 'password',
    autoComplete: 'current-password',
    check: (value) => (value === '' ? 'Password is required' : null),
  },
];

export default function LoginPage() {
  const session = useSession();
  const navigate = useNavigate();
  const returnTo = useReturnTo();
  // Where they wanted to go is kept on the way over the other pages before the account.
  const { state }: { readonly state: unknown } = useLocation();
  const [notice] = useState(loginNotice);
  useEffect(forgetLoginNotice, []);
  const [step, setStep] = useState<Ticket | null>(null);
  /** Why the second step led back here. */
  const [ended, setEnded] = useState<string | null>(null);
  const enter = (answer: AuthResponse) => {
    session.signIn(answer);
    void navigate(returnTo, { replace: true });
  };
  const { mutateAsync } = trpc.auth.login.useMutation();
  const send = (input: Parameters<typeof mutateAsync>[0]): Promise<AuthResponse | Ticket> =>
    mutateAsync(input).catch((failure: unknown) => {
      const ticket = ticketIn(failure);
      if (ticket === null) throw failure;
      return ticket;
    });
  const login = useProtected(
    'login',
    send,
    (answer) => ('ticket' in answer ? setStep(answer) : enter(answer)),
    'Failed to login',
  );
  const leave = (reason: string | null) => {
    setEnded(reason);
    setStep(null);
  };
  const error = login.error ?? ended;
  const unchecked = session.status === 'unauthenticated' ? session.failure : null;
  return (
    <AccountPage title="Log in">
      {step !== null ? (
        <SecondStep {...step} onDone={enter} onBack={leave} />
      ) : (
        <AccountForm
          fields={fields}
          action="Log in"
          busy={login.busy}
          onSubmit={({ email = '', password = '' }) => {
            setEnded(null);
            void login.submit({ email, password });
          }}
          above={
            <>
              <h1>Log in</h1>
              <VerificationNotice />
              {notice !== null && !login.busy && error === null && <Note kind="ok">{notice}</Note>}
              {unchecked !== null && !login.busy && error === null && (
                <Note kind="err">
                  Your session could not be checked. {reasonOf(unchecked)} Please log in again.
                </Note>
              )}
              {error !== null && <Note kind="err">{error}</Note>}
            </>
          }
        >
          <p className="sm s2 mt16">
            <Link to="/forgot-password" state={state}>
              Forgot your password?
            </Link>
          </p>
          <p className="sm s2 mt8">
            New to Columnist?{' '}
            <Link to="/register" state={state}>
              Create an account
            </Link>
          </p>
        </AccountForm>
      )}
    </AccountPage>
  );
}
