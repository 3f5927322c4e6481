import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { Note } from '../ui/note.tsx';
import { AccountForm, type AccountField } from '../features/accounts/account-form.tsx';
import { AccountPage } from '../features/accounts/account-page.tsx';
import { noteForLogin } from '../lib/login-notice.ts';
import { useProtected } from '../features/accounts/use-protected.ts';
import { trpc } from '../lib/trpc.ts';

const redirectSeconds = 3;
/** Of a link without a token, and of one that was used or has ended. */
const unusable = 'Invalid or missing reset token. Please request a new password reset link.';

const fields: readonly AccountField[] = [
  {
    name: 'password',
    label: 'New password',
    type: 'password',
    autoComplete: 'new-password',
    check: (value) => (value.length < 8 ? 'Password must be at least 8 characters long' : null),
  },
  {
    name: 'confirmation',
    label: 'Confirm new password',
    type: 'password',
    autoComplete: 'new-password',
    check: (value, { password = '' }) => (value === password ? null : 'Passwords do not match'),
  },
];

export default function ResetPasswordPage() {
  const [query] = useSearchParams();
  const token = (query.get('token') ?? '').trim();
  const navigate = useNavigate();
  const [done, setDone] = useState(false);
  const { mutateAsync } = trpc.auth.resetPassword.useMutation();
  const reset = useProtected(
    'reset_password',
    mutateAsync,
    () => {
      noteForLogin('reset');
      setDone(true);
    },
    'Failed to reset password',
  );
  useEffect(() => {
    if (!done) return undefined;
    const timer = setTimeout(() => void navigate('/login'), redirectSeconds * 1000);
    return () => clearTimeout(timer);
  }, [done, navigate]);
  if (token === '') {
    return (
      <AccountPage title="Reset password">
        <div className="lg-panel">
          <h1>Reset your password</h1>
          <Note kind="err">{unusable}</Note>
          <WaysOn />
        </div>
      </AccountPage>
    );
  }
  if (done) {
    return (
      <AccountPage title="Password reset">
        <div className="lg-panel" role="status">
          <h1>Success!</h1>
          <p className="mt8">
            Your password has been reset. You are taken to the login in a moment.
          </p>
          <p className="mt24">
            <Link className="btn pri" to="/login">
              Log in
            </Link>
          </p>
        </div>
      </AccountPage>
    );
  }
  return (
    <AccountPage title="Reset password">
      <AccountForm
        fields={fields}
        action="Reset password"
        busy={reset.busy}
        waits={false}
        onSubmit={({ password = '' }) => void reset.submit({ token, password })}
        above={
          <>
            <h1>Reset your password</h1>
            {reset.error !== null && <Note kind="err">{reset.error}</Note>}
            {reset.error === unusable && <WaysOn />}
          </>
        }
      />
    </AccountPage>
  );
}

const WaysOn = () => (
  <p className="row mt16 mb16">
    <Link className="btn pri" to="/forgot-password">
      Request a new link
    </Link>
    <Link className="btn" to="/login">
      Return to login
    </Link>
  </p>
);
