import { Button, Checkbox, Form, Input } from 'antd';
import { useState } from 'react';
import { Note } from '../../ui/note.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { detailOf, problemIn } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';

interface PasswordFields {
  current?: string;
  password?: string;
  confirmation?: string;
  end_access?: boolean;
}

/** The current password is confirmed by a call of its own before the new one is sent. */
export function PasswordForm() {
  const { message } = useNotices();
  const utils = trpc.useUtils();
  const [form] = Form.useForm<PasswordFields>();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const verify = trpc.auth.verifyPassword.useMutation();
  const update = trpc.auth.updateMe.useMutation();
  const change = async ({
    current = '',
    password = '',
    end_access: endsAccess = false,
  }: PasswordFields) => {
    setBusy(true);
    setError(null);
    try {
      const refused = await verify.mutateAsync({ password: current }).then(
        () => null,
        (failure: unknown) =>
          problemIn(failure)?.code === 'rate_limited'
            ? detailOf(failure, '')
            : 'Current password is incorrect',
      );
      if (refused !== null) return setError(refused);
      await update.mutateAsync({ password, end_access: endsAccess });
      form.resetFields();
      void message.success(
        'Your password was changed. Every other session was signed ' +
          `out.${endsAccess ? ' API keys, agents, upload links and shared results have ended.' : ''}`,
      );
      await utils.auth.invalidate();
    } catch (failure) {
      setError(detailOf(failure, 'Failed to change password'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="sec" aria-labelledby="password-title">
      <header>
        <h2 id="password-title">Change password</h2>
        <p>Signs every other session out.</p>
      </header>
      <Form<PasswordFields>
        name="change-password"
        form={form}
        className="narrow"
        layout="vertical"
        requiredMark={false}
        validateTrigger="onBlur"
        onFinish={(fields) => void change(fields)}
      >
        {error !== null && <Note kind="err">{error}</Note>}
        <Form.Item
          name="current"
          label="Current password"
          rules={[{ required: true, message: 'Current password is required' }]}
        >
          <Input.Password autoComplete="current-password" />
        </Form.Item>
        <Form.Item
          name="password"
          label="New password"
          rules={[
            { required: true, min: 8, message: 'New password must be at least 8 characters long' },
          ]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Form.Item
          name="confirmation"
          label="Confirm new password"
          dependencies={['password']}
          rules={[
            ({ getFieldValue }) => ({
              validator: (_, value) =>
                value === getFieldValue('password')
                  ? Promise.resolve()
                  : Promise.reject(new Error('New passwords do not match')),
            }),
          ]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Form.Item
          name="end_access"
          valuePropName="checked"
          extra="Your API keys, connected agents, upload links and shared results: for when somebody else may have been in your account."
        >
          <Checkbox>Also end all other access to my account</Checkbox>
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={busy}>
          Change password
        </Button>
      </Form>
    </section>
  );
}
