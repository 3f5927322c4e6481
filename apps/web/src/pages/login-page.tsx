import { Button, Form, Input } from 'antd';
import { Link, useNavigate } from 'react-router-dom';
import { Note } from '../app/note.tsx';
import { useReturnTo } from '../app/return-to.ts';
import { useSession } from '../app/session.tsx';
import { AccountPage } from '../features/accounts/account-page.tsx';
import { VerificationNotice } from '../features/accounts/verification-notice.tsx';
import { detailOf } from '../lib/errors.ts';
import { trpc } from '../lib/trpc.ts';

interface LoginForm {
  email?: string;
  password?: string;
}

export default function LoginPage() {
  const session = useSession();
  const navigate = useNavigate();
  const returnTo = useReturnTo();
  const [form] = Form.useForm<LoginForm>();
  const filled = Form.useWatch((values) => (values.email ?? '') !== '' && (values.password ?? '') !== '', form);
  const login = trpc.auth.login.useMutation({
    onSuccess: (answer) => {
      session.signIn(answer);
      void navigate(returnTo, { replace: true });
    },
  });
  return (
    <AccountPage title="Log in">
      <Form form={form} layout="vertical" requiredMark={false} validateTrigger="onBlur" size="large" onFinish={({ email = '', password = '' }) => login.mutate({ email, password })}>
        <h1>Log in</h1>
        <VerificationNotice />
        {login.isError && <Note kind="err">{detailOf(login.error, 'Failed to login')}</Note>}
        <Form.Item name="email" label="Email" rules={[{ required: true, message: 'Email is required' }]}>
          <Input type="email" autoComplete="username" autoFocus />
        </Form.Item>
        <Form.Item name="password" label="Password" rules={[{ required: true, message: 'Password is required' }]}>
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <Button type="primary" htmlType="submit" block disabled={!filled} loading={login.isPending}>
          Log in
        </Button>
        <p className="sm s2 mt16">
          New to Columnist? <Link to="/register">Create an account</Link>
        </p>
      </Form>
    </AccountPage>
  );
}
