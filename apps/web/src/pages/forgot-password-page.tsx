import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Note } from '../ui/note.tsx';
import { AccountForm, addressField } from '../features/accounts/account-form.tsx';
import { AccountPage } from '../features/accounts/account-page.tsx';
import { useProtected } from '../features/accounts/use-protected.ts';
import { trpc } from '../lib/trpc.ts';

const fields = [addressField];

export default function ForgotPasswordPage() {
  const [sent, setSent] = useState(false);
  const { state }: { readonly state: unknown } = useLocation();
  const { mutateAsync } = trpc.auth.forgotPassword.useMutation();
  const forgot = useProtected(
    'forgot_password',
    mutateAsync,
    () => setSent(true),
    'Failed to send password reset email',
  );
  if (sent) {
    return (
      <AccountPage title="Email sent">
        <div className="lg-panel" role="status">
          <h1>Email Sent</h1>
          <p className="mt8">Password reset link has been sent to your email.</p>
          <p className="sm s2 mt8">
            It works for one hour. If nothing arrives, look into the folder for unwanted mail.
          </p>
          <p className="row mt24">
            <Link className="btn pri" to="/login" state={state}>
              Return to login
            </Link>
            <button type="button" className="btn" onClick={() => setSent(false)}>
              Try another email
            </button>
          </p>
        </div>
      </AccountPage>
    );
  }
  return (
    <AccountPage title="Forgot password">
      <AccountForm
        fields={fields}
        action="Send reset link"
        busy={forgot.busy}
        onSubmit={({ email = '' }) => void forgot.submit({ email })}
        above={
          <>
            <h1>Forgot your password?</h1>
            <p className="s2 mb16">We send a link to choose a new one.</p>
            {forgot.error !== null && <Note kind="err">{forgot.error}</Note>}
          </>
        }
      >
        <p className="sm s2 mt16">
          <Link to="/login" state={state}>
            Return to login
          </Link>
        </p>
      </AccountForm>
    </AccountPage>
  );
}
