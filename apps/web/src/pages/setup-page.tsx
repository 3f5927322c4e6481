import { useState } from 'react';
import { Link, Navigate, useNavigate } from 'react-router-dom';
import { Note } from '../ui/note.tsx';
import { useUser } from '../lib/session.tsx';
import { AccountForm, type AccountField } from '../features/accounts/account-form.tsx';
import { AccountPage } from '../features/accounts/account-page.tsx';
import { ResendControl } from '../features/accounts/resend-control.tsx';
import { detailOf } from '../lib/errors.ts';
import { trpc } from '../lib/trpc.ts';

const fields: readonly AccountField[] = [
  {
    name: 'token',
    label: 'Set-up token',
    type: 'password',
    autoComplete: 'off',
    check: (value) => (value.trim() === '' ? 'The token is required' : null),
  },
];

/** Where somebody becomes the first administrator, by the token that the server printed. */
export default function SetupPage() {
  const user = useUser();
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const [error, setError] = useState<string | null>(null);
  const setUp = trpc.admin.setUp.useMutation({
    onSuccess: (changed) => {
      utils.auth.me.setData({}, changed);
      void navigate('/admin/users', { replace: true });
    },
    onError: (failure) => setError(detailOf(failure, 'Failed to set the server up')),
  });
  if (user.roles.some(({ name }) => name === 'admin'))
    return <Navigate to="/admin/users" replace />;
  return (
    <AccountPage title="Set up this server">
      {user.email_verified ? (
        <AccountForm
          fields={fields}
          action="Become the administrator"
          busy={setUp.isPending}
          onSubmit={({ token = '' }) => {
            setError(null);
            setUp.mutate({ token });
          }}
          above={
            <>
              <h1>Set up this server</h1>
              {error !== null && <Note kind="err">{error}</Note>}
              <p className="s2 mb16">
                The server printed a token when it started. With it, <b>{user.email}</b> becomes the
                first administrator.
              </p>
            </>
          }
        >
          <p className="sm s2 mt16">
            It works once, within 24 hours; a restart prints another.{' '}
            <Link to="/dashboard">Back to the dashboard</Link>
          </p>
        </AccountForm>
      ) : (
        <div className="lg-panel">
          <h1>Set up this server</h1>
          <Note kind="warn">
            <b>Email Verification Required</b> Only a verified address can become the administrator.
            We send the link to {user.email}.
          </Note>
          <p className="mt16">
            <ResendControl email={user.email} />
          </p>
        </div>
      )}
    </AccountPage>
  );
}
