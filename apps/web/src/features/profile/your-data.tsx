import { problem } from '@columnist/contract';
import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Note } from '../../ui/note.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { useSession, useUser } from '../../lib/session.tsx';
import { detailOf } from '../../lib/errors.ts';
import { noteForLogin } from '../../lib/login-notice.ts';
import { authorizedFetch } from '../../lib/stored-tokens.ts';
import { trpc } from '../../lib/trpc.ts';

/** Everything kept about the user: to take away, or to delete. */
export function YourData() {
  const { message } = useNotices();
  const [making, setMaking] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const download = async () => {
    setMaking(true);
    try {
      const response = await authorizedFetch('/api/v1/auth/export');
      if (!response.ok)
        throw new Error(
          problem.safeParse(await response.json().catch(() => null)).data?.detail ??
            `The server answered ${response.status}.`,
        );
      const link = document.createElement('a');
      link.href = URL.createObjectURL(await response.blob());
      link.download = 'columnist-data.zip';
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    } catch (error) {
      void message.error(
        error instanceof Error
          ? `Your data could not be downloaded. ${error.message}`
          : 'Your data could not be downloaded.',
      );
    } finally {
      setMaking(false);
    }
  };
  return (
    <section className="sec mt32" aria-labelledby="data-title">
      <header>
        <h2 id="data-title">Your data</h2>
        <p>Account, sessions, keys, second factors, usage and every file as you uploaded it.</p>
      </header>
      <div className="row">
        <Button onClick={() => void download()} loading={making}>
          Download my data
        </Button>
        <Button danger onClick={() => setDeleting(true)}>
          Delete my account
        </Button>
      </div>
      <DeleteAccount open={deleting} onClose={() => setDeleting(false)} />
    </section>
  );
}

interface DeleteFields {
  email?: string;
}

function DeleteAccount({ open, onClose }: { open: boolean; onClose: () => void }) {
  const user = useUser();
  const session = useSession();
  const [form] = Form.useForm<DeleteFields>();
  const email = Form.useWatch('email', form) ?? '';
  const remove = trpc.auth.deleteAccount.useMutation({
    onSuccess: () => {
      noteForLogin('deleted');
      return session.signOut();
    },
  });
  const close = () => {
    form.resetFields();
    remove.reset();
    onClose();
  };
  return (
    <Dialog
      title="Delete your account?"
      open={open}
      onCancel={close}
      okText="Delete for good"
      okButtonProps={{
        danger: true,
        disabled: email.trim().toLowerCase() !== user.email.toLowerCase(),
        loading: remove.isPending,
      }}
      onOk={() => form.submit()}
      destroyOnHidden
    >
      <p>
        Your datasets with their files, your API keys and your sessions are deleted at once. Nobody
        can bring them back.
      </p>
      <Form<DeleteFields>
        name="delete-account"
        form={form}
        className="mt16"
        layout="vertical"
        requiredMark={false}
        onFinish={({ email: typed = '' }) => remove.mutate({ email: typed })}
      >
        {remove.isError && (
          <Note kind="err">{detailOf(remove.error, 'The account could not be deleted.')}</Note>
        )}
        <Form.Item name="email" label={`Type ${user.email} to confirm`}>
          <Input autoComplete="off" />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
