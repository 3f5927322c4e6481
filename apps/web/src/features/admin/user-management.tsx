import type { AdminUser } from '@columnist/contract';
import { Input, Select, Table, type TableProps } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { formatBytes, formatCount, formatDay, plural } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';
import { TierTag } from '../../ui/tier-tag.tsx';
import { Pager, usePages } from '../../ui/pager.tsx';
import { UserActions } from './user-actions.tsx';
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
          <p className="sm s2 last">{plural(users.data.total, 'user')}</p>
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
          locale={{ emptyText: users.isError ? ' ' : 'Nobody is like that. Search for less.' }}
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
    {
      title: 'Name',
      ...sorted('full_name'),
      render: (_, user) => <b className="long">{user.full_name}</b>,
    },
    {
      title: 'Email',
      ...sorted('email'),
      render: (_, user) => (
        <>
          <span className="long">{user.email}</span>{' '}
          {!user.email_verified && <span className="tag warn">Not verified</span>}
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
