import { Button, Form, Input } from 'antd';
import { useState } from 'react';
import { Note } from '../../ui/note.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { useUser } from '../../lib/session.tsx';
import { detailOf } from '../../lib/errors.ts';
import { formatDay } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';

interface ProfileFields {
  full_name?: string;
}

/** As the server counts its characters. */
const trimmed = (name: unknown): unknown => (typeof name === 'string' ? name.trim() : name);

export function ProfileForm() {
  const user = useUser();
  const { message } = useNotices();
  const utils = trpc.useUtils();
  const [unchanged, setUnchanged] = useState(false);
  const update = trpc.auth.updateMe.useMutation({
    onSuccess: (answer) => {
      utils.auth.me.setData({}, answer);
      void message.success('Your profile was updated.');
    },
  });
  const save = ({ full_name = '' }: ProfileFields) => {
    const same = full_name.trim() === user.full_name;
    setUnchanged(same);
    update.reset();
    if (!same) update.mutate({ full_name });
  };
  return (
    <Form<ProfileFields>
      name="profile"
      className="narrow"
      layout="vertical"
      requiredMark={false}
      initialValues={{ full_name: user.full_name }}
      onFinish={save}
      onValuesChange={() => setUnchanged(false)}
    >
      {unchanged && <Note kind="warn">No changes were made to your profile.</Note>}
      {update.isError && (
        <Note kind="err">
          {detailOf(update.error, 'Failed to update profile. Please try again.')}
        </Note>
      )}
      <Form.Item
        name="full_name"
        label="Full name"
        rules={[
          { required: true, transform: trimmed, message: 'Full name is required' },
          {
            min: 2,
            max: 100,
            transform: trimmed,
            message: 'Must be between 2 and 100 characters',
          },
        ]}
      >
        <Input autoComplete="name" />
      </Form.Item>
      <Form.Item label="Email" htmlFor="profile-email" extra="The email address cannot be changed.">
        <Input
          id="profile-email"
          value={user.email}
          readOnly
          suffix={
            <span className={`tag ${user.email_verified ? 'ok' : 'warn'}`}>
              {user.email_verified ? 'Verified' : 'Not verified'}
            </span>
          }
        />
      </Form.Item>
      <p className="sm s2">Member since {formatDay(user.created_at)}</p>
      <Button className="mt16" type="primary" htmlType="submit" loading={update.isPending}>
        Save changes
      </Button>
    </Form>
  );
}
