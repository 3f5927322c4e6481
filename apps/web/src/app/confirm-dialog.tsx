import { Button, Form, Input, type InputRef } from 'antd';
import { useRef, useState } from 'react';
import { answerConfirmation } from '../lib/confirmation.ts';
import { problemIn, reasonOf } from '../lib/errors.ts';
import { canUsePasskeys, getPasskey, sayPasskeyFailure } from '../lib/passkeys.ts';
import { trpc } from '../lib/trpc.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Note } from '../ui/note.tsx';
import { useSession } from '../lib/session.tsx';

interface ConfirmFields {
  password?: string;
}

/**
 * Asks for the password or a passkey before what would make others able to act; what asked for it
 * goes on by itself.
 */
export default function ConfirmDialog() {
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
      await utils.client.auth.confirmWithPasskey.mutate({ passkey });
      answerConfirmation(true);
    } catch (failure) {
      setError(problemIn(failure)?.detail ?? sayPasskeyFailure(failure));
    } finally {
      setAsking(false);
    }
  };
  const hasPasskey =
    factors.data !== undefined &&
    factors.data.passkeys.length > 0 &&
    canUsePasskeys(factors.data.passkeys_at);
  const busy = verify.isPending || asking;
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
        You are asked before keys, shares, large files, roles and your account itself change hands.
        Then not again for five minutes.
      </p>
      <Form<ConfirmFields>
        name="confirm"
        form={form}
        className="mt16"
        layout="vertical"
        requiredMark={false}
        onFinish={({ password: typed = '' }) => {
          setError(null);
          if (!busy) verify.mutate({ password: typed });
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
      </Form>
    </Dialog>
  );
}
