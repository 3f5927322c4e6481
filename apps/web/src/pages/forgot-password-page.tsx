import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Note } from '../app/note.tsx';
import { AccountPage } from '../features/accounts/account-page.tsx';
import { useProtected } from '../features/accounts/use-protected.ts';
import { trpc } from '../lib/trpc.ts';

export default function ForgotPasswordPage() {
  const [sent, setSent] = useState(false);
  const [form] = Form.useForm<{ email?: string }>();
  const filled = Form.useWatch((values) => (values.email ?? '') !== '', form);
  const { mutateAsync } = trpc.auth.forgotPassword.useMutation();
  const forgot = useProtected('forgot_password', mutateAsync, () => setSent(true), 'Failed to send password reset email');
  if (sent) {
    return (
      <AccountPage title="Email sent">
        <div className="lg-panel" role="status">
          <h1>Email Sent</h1>
          <p className="mt8">Password reset link has been sent to your email.</p>
          <p className="sm s2 mt8">It works for one hour. If nothing arrives, look into the folder for unwanted mail.</p>
          <p className="row mt24">
            <Link className="btn pri" to="/login">
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
      <Form form={form} layout="vertical" requiredMark={false} validateTrigger="onBlur" size="large" onFinish={({ email = '' }) => void forgot.submit({ email })}>
        <h1>Forgot your password?</h1>
        <p className="s2 mb16">We send a link to choose a new one.</p>
        {forgot.error !== null && <Note kind="err">{forgot.error}</Note>}
        <Form.Item name="email" label="Email" rules={[{ required: true, message: 'Email is required' }]}>
          <Input type="email" autoComplete="username" autoFocus />
        </Form.Item>
        <Button type="primary" htmlType="submit" block disabled={!filled} loading={forgot.busy}>
          Send reset link
        </Button>
        <p className="sm s2 mt16">
          <Link to="/login">Return to login</Link>
        </p>
      </Form>
    </AccountPage>
  );
}
