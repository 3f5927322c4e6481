import type { AdminUser } from '@columnist/contract';
import { Icon } from '../../ui/icons.tsx';
import { StackedTable, type StackedColumn } from '../../ui/stacked-table.tsx';
import { formatBytes, formatCount, formatDay } from '../../lib/formats.ts';
import { TierTag } from '../../ui/tier-tag.tsx';
import { UserActions } from './user-actions.tsx';
import { usersView, type UsersView } from './users-view.ts';

type Sort = Pick<UsersView, 'sort' | 'direction'>;

const sorts: readonly (readonly [UsersView['sort'], string])[] = [
  ['created_at', 'Joined'],
  ['last_login_at', 'Last login'],
  ['full_name', 'Name'],
  ['email', 'Email'],
  ['stored_bytes', 'Storage'],
];
const isOfText = (sort: UsersView['sort']): boolean => sort === 'full_name' || sort === 'email';

/** The orders that a screen without heads offers. */
export const sortNames = sorts.flatMap(([sort, name]) =>
  (['descending', 'ascending'] as const).map((direction) => ({
    value: `${sort} ${direction}`,
    label: `${name}, ${isOfText(sort) ? (direction === 'ascending' ? 'A to Z' : 'Z to A') : sort === 'stored_bytes' ? (direction === 'ascending' ? 'least first' : 'most first') : direction === 'ascending' ? 'oldest first' : 'newest first'}`,
  })),
);

export function sortOf(order: string): Sort {
  const [sort = '', direction = ''] = order.split(' ');
  return usersView(new URLSearchParams({ sort, direction }));
}

/** People with their plan and what they keep; the heads sort. */
export function UserTable({
  users,
  view: { sort, direction },
  onSort,
}: {
  readonly users: readonly AdminUser[];
  readonly view: Sort;
  readonly onSort: (next: Sort) => void;
}) {
  const sorted = (by: UsersView['sort'], label: string) => {
    const next =
      sort === by ? (direction === 'ascending' ? 'descending' : 'ascending') : firstOf(by);
    return {
      label,
      sorted: sort === by ? direction : undefined,
      head: (
        <button
          type="button"
          className="sort"
          title={`Sort by ${label.toLowerCase()}`}
          onClick={() => onSort({ sort: by, direction: next })}
        >
          {sort === by && <Icon name={direction === 'descending' ? 'down' : 'up'} />}
          {label}
        </button>
      ),
    };
  };
  const columns: StackedColumn<AdminUser>[] = [
    {
      ...sorted('full_name', 'Name'),
      className: 'key-name',
      render: (user) => <b className="long">{user.full_name}</b>,
    },
    {
      ...sorted('email', 'Email'),
      className: 'words',
      render: (user) => (
        <>
          <span className="long">{user.email}</span>{' '}
          {!user.email_verified && <span className="tag warn">Not verified</span>}
        </>
      ),
    },
    {
      label: 'Roles',
      render: (user) =>
        user.roles.length === 0
          ? '–'
          : user.roles.map(({ id, name }) => (
              <span key={id} className="tag">
                {name}
              </span>
            )),
    },
    { label: 'Plan', render: (user) => <TierTag tier={user.subscription_tier} /> },
    {
      label: 'Datasets',
      headClass: 'num',
      className: 'num',
      render: (user) => formatCount(user.datasets),
    },
    {
      ...sorted('stored_bytes', 'Storage'),
      headClass: 'num',
      className: 'num',
      render: (user) => formatBytes(user.stored_bytes),
    },
    { ...sorted('created_at', 'Joined'), render: (user) => formatDay(user.created_at) },
    {
      ...sorted('last_login_at', 'Last login'),
      render: (user) => (user.last_login_at === null ? '–' : formatDay(user.last_login_at)),
    },
    {
      label: 'Status',
      render: (user) => (
        <span className={`tag ${user.is_active ? 'ok' : 'err'}`}>
          {user.is_active ? 'Active' : 'Deactivated'}
        </span>
      ),
    },
    { label: 'Actions', place: 'action', render: (user) => <UserActions user={user} /> },
  ];
  return <StackedTable name="Users" columns={columns} rows={users} />;
}

/** Names from A, all else from the newest or largest. */
const firstOf = (sort: UsersView['sort']): Sort['direction'] =>
  isOfText(sort) ? 'ascending' : 'descending';
