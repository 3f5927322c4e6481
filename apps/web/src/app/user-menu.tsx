import type { User } from '@columnist/contract';
import { Dropdown } from 'antd';
import { Link } from 'react-router-dom';
import { TierTag } from '../ui/tier-tag.tsx';
import { Icon } from '../ui/icons.tsx';
import { initialOf } from '../lib/initial-of.ts';
import { useSession, useUser } from '../lib/session.tsx';

export function UserMenu() {
  const session = useSession();
  const user = useUser();
  const items = [
    { key: 'who', disabled: true, label: <Who user={user} /> },
    { type: 'divider' as const },
    {
      key: 'profile',
      label: (
        <Link className="quiet" to="/profile">
          Profile
        </Link>
      ),
    },
    {
      key: 'settings',
      label: (
        <Link className="quiet" to="/settings">
          Settings
        </Link>
      ),
    },
    {
      key: 'subscription',
      label: (
        <Link className="quiet row" to="/subscription">
          Subscription <TierTag tier={user.subscription_tier} />
        </Link>
      ),
    },
    { type: 'divider' as const },
    { key: 'logout', label: 'Logout', onClick: () => void session.signOut() },
  ];
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
      <button type="button" className="me only-w" aria-haspopup="menu">
        <span className="ava" aria-hidden="true">
          {initialOf(user)}
        </span>
        <span>{user.full_name || user.email}</span>
        <Icon name="down" />
      </button>
    </Dropdown>
  );
}

export function Who({ user }: { user: User }) {
  return (
    <span className="who">
      <b>{user.full_name || user.email}</b>
      <span>{user.email}</span>
    </span>
  );
}
