import { Button, Form, Input } from 'antd';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Note } from '../app/note.tsx';
import { useReturnTo } from '../app/return-to.ts';
import { useSession } from '../app/session.tsx';
import { AccountPage } from '../features/accounts/account-page.tsx';
import { forgetReset, wasReset } from '../features/accounts/reset-notice.ts';
import { useProtected } from '../features/accounts/use-protected.ts';
import { VerificationNotice } from '../features/accounts/verification-notice.tsx';
import { trpc } from '../lib/trpc.ts';

interface LoginForm {
  email?: string;
  password?: string;
}

export default function LoginPage() {
  const session = useSession();
  const navigate = useNavigate();
  const returnTo = useReturnTo();
  const [reset] = useState(wasReset);
  useEffect(forgetReset, []);
  const [form] = Form.useForm<LoginForm>();
  const filled = Form.useWatch((values) => (values.email ?? '') !== '' && (values.password ?? '') !== '', form);
  const { mutateAsync } = trpc.auth.login.useMutation();
  const login = useProtected(
    'login',
    mutateAsync,
    (answer) => {
      session.signIn(answer);
      void navigate(returnTo, { replace: true });
    },
    'Failed to login',
  );
  return (
    <AccountPage title="Log in">
      <Form form={form} layout="vertical" requiredMark={false} validateTrigger="onBlur" size="large" onFinish={({ email = '', password = '' }) => void login.submit({ email, password })}>
        <h1>Log in</h1>
        <VerificationNotice />
        {reset && !login.busy && login.error === null && <Note kind="ok">Your password has been reset successfully. Please log in with your new password.</Note>}
        {login.error !== null && <Note kind="err">{login.error}</Note>}
        <Form.Item name="email" label="Email" rules={[{ required: true, message: 'Email is required' }]}>
          <Input type="email" autoComplete="username" autoFocus />
        </Form.Item>
        <Form.Item name="password" label="Password" rules={[{ required: true, message: 'Password is required' }]}>
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <Button type="primary" htmlType="submit" block disabled={!filled} loading={login.busy}>
          Log in
        </Button>
        <p className="sm s2 mt16">
          <Link to="/forgot-password">Forgot your password?</Link>
        </p>
        <p className="sm s2 mt8">
          New to Columnist? <Link to="/register">Create an account</Link>
        </p>
      </Form>
    </AccountPage>
  );
}
