import type { AdminUser } from '@columnist/contract';
import { Dropdown } from 'antd';
import { useState } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { detailOf } from '../../lib/errors.ts';
import { formatDay } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';
import { FileSizeDialog } from './file-size-dialog.tsx';
import { ProDialog } from './pro-dialog.tsx';

/** What an administrator may do about a user: roles, plan, size of files, activation. */
export function UserActions({ user }: { user: AdminUser }) {
  const { message, ask } = useNotices();
  const utils = trpc.useUtils();
  const [granting, setGranting] = useState(false);
  const [sizing, setSizing] = useState(false);
  const roles = trpc.admin.roles.useQuery({}, { staleTime: Infinity });
  const settled = (fallback: string) => ({
    onSuccess: () => utils.admin.users.invalidate(),
    onError: (error: unknown) => void message.error(detailOf(error, fallback)),
  });
  const assign = trpc.admin.assignRole.useMutation(settled('Failed to assign user role'));
  const remove = trpc.admin.removeRole.useMutation(settled('Failed to remove user role'));
  const setActive = trpc.admin.setActive.useMutation(settled('The user could not be changed.'));
  const grantPro = trpc.admin.grantPro.useMutation(settled('The plan could not be changed.'));
  const raiseFileSize = trpc.admin.raiseFileSize.useMutation(
    settled('The file size could not be changed.'),
  );
  const confirm = (title: string, content: string, act: () => void) =>
    ask({ title, content, okText: 'Yes', cancelText: 'No', onOk: act });
  const items = [
    ...(roles.data?.items ?? []).map((role) => {
      const has = user.roles.some(({ id }) => id === role.id);
      return {
        key: role.id,
        label: has ? `Remove role ${role.name}` : `Assign role ${role.name}`,
        onClick: () =>
          confirm(
            `${has ? 'Remove the role' : 'Assign the role'} ${role.name}?`,
            `${user.full_name}, ${user.email}`,
            () => (has ? remove : assign).mutate({ user_id: user.id, role_id: role.id }),
          ),
      };
    }),
    { type: 'divider' as const },
    {
      key: 'pro',
      label:
        user.granted_pro_until === null
          ? 'Grant Pro…'
          : `Pro until ${formatDay(user.granted_pro_until)}…`,
      onClick: () => setGranting(true),
    },
    ...(user.granted_pro_until === null
      ? []
      : [
          {
            key: 'end',
            label: 'End granted Pro',
            onClick: () =>
              confirm('End granted Pro?', `${user.full_name} keeps what is paid for.`, () =>
                grantPro.mutate({ id: user.id, until: null }),
              ),
          },
        ]),
    {
      key: 'size',
      label: user.raised_file_mb === null ? 'File size…' : `Files up to ${user.raised_file_mb} MB…`,
      onClick: () => setSizing(true),
    },
    { type: 'divider' as const },
    {
      key: 'active',
      danger: user.is_active,
      label: user.is_active ? 'Deactivate' : 'Activate',
      onClick: () =>
        confirm(
          user.is_active ? 'Deactivate this user?' : 'Activate this user?',
          user.is_active
            ? `${user.email} is signed out at once, and the API key stops working.`
            : user.email,
          () => setActive.mutate({ id: user.id, is_active: !user.is_active }),
        ),
    },
  ];
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
        <button
          type="button"
          className="btn txt sml"
          aria-haspopup="menu"
          aria-label={`Actions for ${user.full_name}`}
        >
          Actions <Icon name="down" />
        </button>
      </Dropdown>
      <ProDialog
        user={user}
        open={granting}
        onClose={() => setGranting(false)}
        onGrant={(until) => grantPro.mutate({ id: user.id, until })}
      />
      <FileSizeDialog
        user={user}
        open={sizing}
        onClose={() => setSizing(false)}
        onRaise={(megabytes) => raiseFileSize.mutate({ id: user.id, megabytes })}
      />
    </>
  );
}
