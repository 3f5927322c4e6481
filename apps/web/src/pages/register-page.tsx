import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Note } from '../app/note.tsx';
import { useSession } from '../app/session.tsx';
import { AccountPage } from '../features/accounts/account-page.tsx';
import { useProtected } from '../features/accounts/use-protected.ts';
import { trpc } from '../lib/trpc.ts';

interface RegisterForm {
  full_name?: string;
  email?: string;
  password?: string;
}

export default function RegisterPage() {
  const session = useSession();
  const navigate = useNavigate();
  const [welcomed, setWelcomed] = useState<string | null>(null);
  const [form] = Form.useForm<RegisterForm>();
  const filled = Form.useWatch((values) => [values.full_name, values.email, values.password].every((value) => (value ?? '') !== ''), form);
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
          <Button type="primary" size="large" block className="mt24" onClick={() => void navigate('/dashboard')}>
            Go to Dashboard
          </Button>
        </div>
      </AccountPage>
    );
  }
  return (
    <AccountPage title="Create an account">
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        validateTrigger="onBlur"
        size="large"
        onFinish={({ full_name = '', email = '', password = '' }) => void register.submit({ full_name, email, password })}
      >
        <h1>Create an account</h1>
        {register.error !== null && <Note kind="err">{register.error}</Note>}
        <Form.Item name="full_name" label="Full name" rules={[{ required: true, message: 'Full name is required' }, { min: 2, max: 100, message: 'Must be between 2 and 100 characters' }]}>
          <Input autoComplete="name" autoFocus />
        </Form.Item>
        <Form.Item name="email" label="Email" rules={[{ required: true, message: 'Email is required' }, { type: 'email', message: 'Enter an e-mail address.' }]}>
          <Input type="email" autoComplete="username" />
        </Form.Item>
        <Form.Item name="password" label="Password" rules={[{ required: true, message: 'Password is required' }, { min: 8, message: 'Must be at least 8 characters' }]}>
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Button type="primary" htmlType="submit" block disabled={!filled} loading={register.busy}>
          Create account
        </Button>
        <p className="sm s2 mt16">
          Already have an account? <Link to="/login">Log in</Link>
        </p>
        <p className="xs s3 mt8">
          By creating an account you accept the <Link to="/terms">terms</Link> and the <Link to="/privacy">privacy notice</Link>.
        </p>
      </Form>
    </AccountPage>
  );
}
