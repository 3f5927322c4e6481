import { Form, Input } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Note } from '../../ui/note.tsx';
import { problemIn } from '../../lib/errors.ts';
import { createPasskey, sayPasskeyFailure } from '../../lib/passkeys.ts';
import { trpc } from '../../lib/trpc.ts';

interface NameFields {
  name?: string;
}

/** A name for the passkey; then the browser makes it. */
export function AddPasskey({
  onClose,
  onDone,
}: {
  onClose: () => void;
  onDone: (codes: readonly string[] | null) => void;
}) {
  const [form] = Form.useForm<NameFields>();
  const { client } = trpc.useUtils();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const add = async ({ name = '' }: NameFields) => {
    setBusy(true);
    setError(null);
    try {
      const passkey = await createPasskey(await client.auth.startPasskey.mutate());
      onDone((await client.auth.addPasskey.mutate({ name, passkey })).recovery_codes);
    } catch (failure) {
      setError(problemIn(failure)?.detail ?? sayPasskeyFailure(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title="Add a passkey"
      open
      width={420}
      onCancel={onClose}
      okText="Continue"
      okButtonProps={{ loading: busy }}
      onOk={() => form.submit()}
    >
      <p className="s2">
        Your browser asks for a finger, a face, a PIN or a security key. Nothing of it leaves the
        device.
      </p>
      <Form<NameFields>
        name="passkey"
        form={form}
        className="mt16"
        layout="vertical"
        requiredMark={false}
        onFinish={(fields) => void add(fields)}
      >
        {error !== null && <Note kind="err">{error}</Note>}
        <Form.Item
          name="name"
          label="Name"
          extra="For your list, e.g. the device it is on."
          rules={[{ required: true, whitespace: true, message: 'Give it a name' }]}
        >
          <Input autoFocus maxLength={60} autoComplete="off" />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
