import type { AdminUser } from '@columnist/contract';
import { Dropdown, Input, Select, Table, type TableProps } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Icon } from '../../ui/icons.tsx';
import { useNotices } from '../../ui/notices.tsx';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { detailOf } from '../../lib/errors.ts';
import { formatBytes, formatCount, formatDay } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';
import { TierTag } from '../../ui/tier-tag.tsx';
import { Pager, usePages } from '../../ui/pager.tsx';
import { FileSizeDialog } from './file-size-dialog.tsx';
import { ProDialog } from './pro-dialog.tsx';
import { usersView, type UsersView } from './users-view.ts';

const pageSize = 50;

/**
 * Users, searched, filtered, sorted and paged by the server; what is asked for is in the
 * address.
 */
export function UserManagement() {
  const [query, setQuery] = useSearchParams();
  const view = usersView(query);
  const pages = usePages();
  const { cursor } = pages;
  const users = trpc.admin.users.useQuery(
    { ...view, limit: pageSize, ...(cursor === undefined ? {} : { cursor }) },
    { placeholderData: (before) => before },
  );
  const change = (part: Partial<Record<keyof UsersView, string | undefined>>) => {
    pages.restart();
    setQuery(
      (left) => {
        for (const [name, value] of Object.entries(part)) {
          if (value === undefined || value === '') left.delete(name);
          else left.set(name, value);
        }
        return left;
      },
      { replace: true },
    );
  };
  return (
    <>
      <div className="row ahd wrap">
        <Input.Search
          className="find"
          allowClear
          defaultValue={view.q ?? ''}
          placeholder="Name or email"
          aria-label="Search users"
          onSearch={(q) => change({ q })}
        />
        <Select
          aria-label="Role"
          value={view.role ?? ''}
          onChange={(role) => change({ role })}
          options={[
            { value: '', label: 'Any role' },
            { value: 'admin', label: 'Admins' },
          ]}
        />
        <Select
          aria-label="Plan"
          value={view.tier ?? ''}
          onChange={(tier) => change({ tier })}
          options={[
            { value: '', label: 'Any plan' },
            { value: 'free', label: 'Free' },
            { value: 'paid', label: 'Pro' },
          ]}
        />
        <Select
          aria-label="Status"
          value={view.status ?? ''}
          onChange={(status) => change({ status })}
          options={[
            { value: '', label: 'Any status' },
            { value: 'active', label: 'Active' },
            { value: 'inactive', label: 'Deactivated' },
            { value: 'unverified', label: 'Not verified' },
          ]}
        />
        {users.data !== undefined && (
          <p className="sm s2 last">{formatCount(users.data.total)} users</p>
        )}
      </div>
      {users.isError && (
        <RequestFailed
          text="Failed to load users and roles"
          error={users.error}
          onRetry={users.refetch}
        />
      )}
      <div className="scroll-x" role="region" aria-label="Users" tabIndex={0}>
        <Table<AdminUser>
          rowKey="id"
          size="small"
          columns={useColumns(view)}
          dataSource={users.data?.items ?? []}
          loading={users.isPending}
          pagination={false}
          showSorterTooltip={false}
          locale={{ emptyText: 'Nobody is like that. Search for less.' }}
          onChange={(_, __, sorter) => {
            const [by] = [sorter].flat();
            change(
              by?.order === undefined || by.order === null
                ? { sort: undefined, direction: undefined }
                : {
                    sort: String(by.columnKey),
                    direction: by.order === 'ascend' ? 'ascending' : 'descending',
                  },
            );
          }}
        />
      </div>
      {users.data !== undefined && (
        <Pager
          pages={pages}
          size={pageSize}
          shown={users.data.items.length}
          next={users.data.next_cursor}
        />
      )}
    </>
  );
}

function useColumns({ sort, direction }: UsersView): NonNullable<TableProps<AdminUser>['columns']> {
  const sorted = (key: UsersView['sort']) => ({
    key,
    sorter: true,
    sortOrder:
      sort === key
        ? direction === 'ascending'
          ? ('ascend' as const)
          : ('descend' as const)
        : null,
  });
  return [
    { title: 'Name', ...sorted('full_name'), render: (_, user) => <b>{user.full_name}</b> },
    {
      title: 'Email',
      ...sorted('email'),
      render: (_, user) => (
        <>
          {user.email} {!user.email_verified && <span className="tag warn">Not verified</span>}
        </>
      ),
    },
    {
      title: 'Roles',
      key: 'roles',
      render: (_, user) =>
        user.roles.map(({ id, name }) => (
          <span key={id} className="tag">
            {name}
          </span>
        )),
    },
    { title: 'Plan', key: 'plan', render: (_, user) => <TierTag tier={user.subscription_tier} /> },
    {
      title: 'Datasets',
      key: 'datasets',
      align: 'right',
      render: (_, user) => formatCount(user.datasets),
    },
    {
      title: 'Storage',
      ...sorted('stored_bytes'),
      align: 'right',
      render: (_, user) => formatBytes(user.stored_bytes),
    },
    { title: 'Joined', ...sorted('created_at'), render: (_, user) => formatDay(user.created_at) },
    {
      title: 'Last login',
      ...sorted('last_login_at'),
      render: (_, user) => (user.last_login_at === null ? '–' : formatDay(user.last_login_at)),
    },
    {
      title: 'Status',
      key: 'status',
      render: (_, user) => (
        <span className={`tag ${user.is_active ? 'ok' : 'err'}`}>
          {user.is_active ? 'Active' : 'Deactivated'}
        </span>
      ),
    },
    {
      title: <span className="vh">Actions</span>,
      key: 'actions',
      align: 'right',
      render: (_, user) => <UserActions user={user} />,
    },
  ];
}

function UserActions({ user }: { user: AdminUser }) {
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
