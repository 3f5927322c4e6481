import { Input, Select } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { RequestFailed } from '../../ui/request-failed.tsx';
import { plural } from '../../lib/formats.ts';
import { trpc } from '../../lib/trpc.ts';
import { Pager, usePages } from '../../ui/pager.tsx';
import { UserTable, sortNames, sortOf } from './user-table.tsx';
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
  // Asked here too, so that a list of roles that cannot be had is said once, above all users.
  const roles = trpc.admin.roles.useQuery({}, { staleTime: Infinity });
  const failed = [users, roles].filter(({ isError }) => isError);
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
        <Select
          aria-label="Order"
          className="users-order"
          popupMatchSelectWidth={false}
          value={`${view.sort} ${view.direction}`}
          options={sortNames}
          onChange={(order) => change(sortOf(order))}
        />
        {users.data !== undefined && (
          <p className="sm s2 last">{plural(users.data.total, 'user')}</p>
        )}
      </div>
      {failed[0] !== undefined && (
        <RequestFailed
          text="Failed to load users and roles"
          error={failed[0].error}
          onRetry={() => failed.forEach(({ refetch }) => void refetch())}
        />
      )}
      {users.isPending && <div className="sk users-sk" />}
      {users.isSuccess && users.data.items.length === 0 && (
        <p className="voice empty">Nobody is like that. Search for less.</p>
      )}
      {users.data !== undefined && users.data.items.length > 0 && (
        <UserTable users={users.data.items} view={view} onSort={change} />
      )}
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
