import { Button, Form, Input, type InputRef } from 'antd';
import { useRef, useState } from 'react';
import { answerConfirmation, type Wanted } from '../lib/confirmation.ts';
import { problemIn, reasonOf } from '../lib/errors.ts';
import { canUsePasskeys, getPasskey, sayPasskeyFailure } from '../lib/passkeys.ts';
import { trpc } from '../lib/trpc.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Note } from '../ui/note.tsx';
import { useSession } from '../lib/session.tsx';

interface ConfirmFields {
  password?: string;
  code?: string;
}

/**
 * Asks for the password or a passkey before what would make others able to act, and for a code with
 * the password before second factors change; what asked for it goes on by itself.
 */
export default function ConfirmDialog({ wanted }: { readonly wanted: Wanted }) {
  const { user } = useSession();
  const [form] = Form.useForm<ConfirmFields>();
  const input = useRef<InputRef>(null);
  const [error, setError] = useState<string | null>(null);
  const utils = trpc.useUtils();
  const factors = trpc.auth.secondFactors.useQuery({});
  const verify = trpc.auth.verifyPassword.useMutation({
    onSuccess: () => answerConfirmation(true),
    onError: (failure) => {
      setError(reasonOf(failure));
      input.current?.focus({ cursor: 'all' });
    },
  });
  const [asking, setAsking] = useState(false);
  const confirmWithPasskey = async () => {
    setAsking(true);
    setError(null);
    try {
      const passkey = await getPasskey(await utils.client.auth.startPasskeyConfirmation.mutate());
      // Some security keys do not ask who has them: they count beside the password.
      const { password = '' } = form.getFieldsValue();
      await utils.client.auth.confirmWithPasskey.mutate({
        passkey,
        ...(password !== '' && { password }),
      });
      answerConfirmation(true);
    } catch (failure) {
      const said = problemIn(failure);
      setError(said === null ? sayPasskeyFailure(failure) : `${said.detail} ${said.fix}`.trim());
    } finally {
      setAsking(false);
    }
  };
  const hasPasskey =
    factors.data !== undefined &&
    factors.data.passkeys.length > 0 &&
    canUsePasskeys(factors.data.passkeys_at);
  const busy = verify.isPending || asking;
  const [recovers, setRecovers] = useState(false);
  const hasApp = factors.data === undefined || factors.data.totp !== null;
  const byApp = hasApp && !recovers;
  return (
    <Dialog
      title="Confirm that it is you"
      open
      width={420}
      zIndex={1200}
      onCancel={() => answerConfirmation(false)}
      afterOpenChange={(open) => open && input.current?.focus()}
      footer={
        <div className="row confirm-foot">
          {hasPasskey && (
            <Button
              className="first"
              onClick={() => void confirmWithPasskey()}
              loading={asking}
              disabled={verify.isPending}
            >
              Use a passkey
            </Button>
          )}
          <Button onClick={() => answerConfirmation(false)}>Cancel</Button>
          {/* A button of the form, so that Enter sends it: with two fields, browsers want one. */}
          <Button
            type="primary"
            htmlType="submit"
            form="confirm"
            disabled={asking}
            loading={verify.isPending}
          >
            Confirm
          </Button>
        </div>
      }
    >
      <p className="s2">
        {wanted === 'factor'
          ? 'You show a second factor before your second factors change. Then not again for five minutes.'
          : 'You are asked before keys, shares, large files, roles and your account itself change hands. Then not again for five minutes.'}
      </p>
      <Form<ConfirmFields>
        name="confirm"
        form={form}
        className="mt16"
        layout="vertical"
        requiredMark={false}
        onFinish={({ password: typed = '', code = '' }) => {
          setError(null);
          if (busy) return;
          verify.mutate({
            password: typed,
            ...(wanted === 'factor' && (byApp ? { code } : { recovery_code: code })),
          });
        }}
      >
        {error !== null && <Note kind="err">{error}</Note>}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={user?.email ?? ''}
          readOnly
          hidden
        />
        <Form.Item
          name="password"
          label="Current password"
          validateTrigger="onSubmit"
          rules={[{ required: true, message: 'Password is required' }]}
        >
          <Input.Password ref={input} autoComplete="current-password" />
        </Form.Item>
        {wanted === 'factor' && (
          <>
            <Form.Item
              name="code"
              label={byApp ? 'Code from your authenticator app' : 'Recovery code'}
              validateTrigger="onSubmit"
              rules={[{ required: true, message: 'Type the code.' }]}
            >
              <Input
                autoComplete={byApp ? 'one-time-code' : 'off'}
                inputMode={byApp ? 'numeric' : 'text'}
              />
            </Form.Item>
            {hasApp && (
              <button
                type="button"
                className="link"
                onClick={() => {
                  setRecovers(!recovers);
                  form.resetFields(['code']);
                }}
              >
                {byApp ? 'Use a recovery code' : 'Use the authenticator app'}
              </button>
            )}
          </>
        )}
      </Form>
    </Dialog>
  );
}
