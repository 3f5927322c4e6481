import { useState } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { Note } from '../ui/note.tsx';
import { useSession } from '../lib/session.tsx';
import { AccountForm, type AccountField } from '../features/accounts/account-form.tsx';
import { AccountPage } from '../features/accounts/account-page.tsx';
import { detailOf, problemIn } from '../lib/errors.ts';
import { trpc } from '../lib/trpc.ts';

const fallback = 'Failed to verify your email address';
const passwordField: AccountField = {
  name: 'password',
  label: 'Password',
  type: 'password',
  autoComplete: 'current-password',
  check: (value) => (value === '' ? 'Password is required' : null),
};

const refused = (error: string): string =>
  `/login?verified=false&error=${encodeURIComponent(error)}`;

/**
 * Where the mailed link leads. Opening it changes nothing; one button does, with the session of the
 * account or with its password.
 */
export default function VerifyEmailPage() {
  const { user } = useSession();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const [elsewhere, setElsewhere] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const token = query.get('token') ?? '';
  const ended = {
    onSuccess: async () => {
      await utils.auth.me.invalidate();
      void navigate('/login?verified=true', { replace: true });
    },
    onError: (failure: unknown) => {
      const problem = problemIn(failure);
      if (problem?.code === 'invalid_input')
        void navigate(refused(problem.detail), { replace: true });
      else setError(detailOf(failure, fallback));
    },
  };
  const byPassword = trpc.auth.verifyEmail.useMutation(ended);
  const bySession = trpc.auth.verifyMyEmail.useMutation({
    ...ended,
    onError: (failure) => {
      // The link of another account: its password will do.
      if (problemIn(failure)?.code === 'forbidden') setElsewhere(true);
      ended.onError(failure);
    },
  });
  if (token === '')
    return (
      <Navigate
        to={refused('This verification link is invalid or has expired. Request a new one.')}
        replace
      />
    );
  const signedIn = user !== null && !elsewhere;
  return (
    <AccountPage title="Verify your email address">
      <AccountForm
        fields={signedIn ? [] : [passwordField]}
        action="Verify email address"
        busy={byPassword.isPending || bySession.isPending}
        onSubmit={({ password = '' }) => {
          setError(null);
          if (signedIn) bySession.mutate({ token });
          else byPassword.mutate({ token, password });
        }}
        above={
          <>
            <h1>Verify your email address</h1>
            {error !== null && <Note kind="err">{error}</Note>}
            {signedIn ? (
              <p className="s2 mb16">
                You are signed in as <b>{user.email}</b>. One click confirms that this address is
                yours.
              </p>
            ) : (
              <p className="s2 mb16">
                Type the password you chose when you registered. It shows that the account is yours,
                not only the mailbox.
              </p>
            )}
          </>
        }
      >
        {!signedIn && (
          <p className="sm s2 mt16">
            Was it somebody else who registered your address, or did you forget the password?{' '}
            <Link to="/forgot-password">Choose a new password</Link>: that verifies the address too
            and ends all access from before.
          </p>
        )}
      </AccountForm>
    </AccountPage>
  );
}
