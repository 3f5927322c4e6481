import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { Note } from '../ui/note.tsx';
import { useSession } from '../lib/session.tsx';
import {
  AccountForm,
  addressField,
  type AccountField,
} from '../features/accounts/account-form.tsx';
import { AccountPage } from '../features/accounts/account-page.tsx';
import { useProtected } from '../features/accounts/use-protected.ts';
import { trpc } from '../lib/trpc.ts';

const between = (value: string, least: number, most: number): string | null =>
  value.length < least || value.length > most
    ? `Must be between ${least} and ${most} characters`
    : null;
const fields: readonly AccountField[] = [
  {
    name: 'full_name',
    label: 'Full name',
    type: 'text',
    autoComplete: 'name',
    check: (value) =>
      value.trim() === '' ? 'Full name is required' : between(value.trim(), 2, 100),
  },
  addressField,
  {
    name: 'password',
    label: 'Password',
    type: 'password',
    autoComplete: 'new-password',
    check: (value) =>
      value === ''
        ? 'Password is required'
        : value.length < 8
          ? 'Must be at least 8 characters'
          : null,
  },
];

export default function RegisterPage() {
  const session = useSession();
  const navigate = useNavigate();
  const { state }: { readonly state: unknown } = useLocation();
  const [welcomed, setWelcomed] = useState<string | null>(null);
  const { mutateAsync } = trpc.auth.register.useMutation();
  const register = useProtected(
    'register',
    mutateAsync,
    (answer) => {
      setWelcomed(answer.full_name);
      session.signIn(answer);
    },
    'Failed to register',
  );
  if (welcomed !== null) {
    return (
      <AccountPage title="Registration">
        <div className="lg-panel">
          <h1>Registration Successful!</h1>
          <p className="mt8">Welcome {welcomed}! Your account has been created.</p>
          <button
            type="button"
            className="btn pri big blk mt24"
            onClick={() => void navigate('/dashboard')}
          >
            Go to Dashboard
          </button>
        </div>
      </AccountPage>
    );
  }
  return (
    <AccountPage title="Create an account">
      <AccountForm
        fields={fields}
        action="Create account"
        busy={register.busy}
        onSubmit={({ full_name = '', email = '', password = '' }) =>
          void register.submit({ full_name, email, password })
        }
        above={
          <>
            <h1>Create an account</h1>
            {register.error !== null && <Note kind="err">{register.error}</Note>}
          </>
        }
      >
        <p className="sm s2 mt16">
          Already have an account?{' '}
          <Link to="/login" state={state}>
            Log in
          </Link>
        </p>
        <p className="xs s3 mt8">
          By creating an account you accept the <Link to="/terms">terms</Link> and the{' '}
          <Link to="/privacy">privacy notice</Link>.
        </p>
      </AccountForm>
    </AccountPage>
  );
}
