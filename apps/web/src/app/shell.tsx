import type { User } from '@columnist/contract';
import { Dropdown } from 'antd';
import { Suspense, useEffect, useState } from 'react';
import { Link, NavLink, Outlet, useLocation } from 'react-router-dom';
import { VerificationBanner } from '../features/accounts/verification-banner.tsx';
import { TierTag } from '../features/billing/tier-tag.tsx';
import { UploadsProvider } from '../features/datasets/uploads.tsx';
import { supportEmail, thisYear } from '../lib/facts.ts';
import { Brand } from './brand.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Icon } from './icons.tsx';
import { useSession, useUser } from './session.tsx';

const pages = [
  { to: '/dashboard', name: 'Dashboard' },
  { to: '/profile', name: 'Profile' },
  { to: '/settings', name: 'Settings' },
  { to: '/subscription', name: 'Subscription' },
];

export function Shell() {
  const { pathname, key } = useLocation();
  const [menuAt, setMenuAt] = useState<string | null>(null);
  // A navigation closes the menu: it is open at one visit alone.
  const menuOpen = menuAt === key;
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const follow = () => setScrolled(scrollY > 4);
    addEventListener('scroll', follow, { passive: true });
    return () => removeEventListener('scroll', follow);
  }, []);
  return (
    <UploadsProvider>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className={`top${scrolled ? ' scrolled' : ''}`}>
        <Brand to="/dashboard" />
        <nav aria-label="Main" className="only-w">
          <Pages />
        </nav>
        <UserMenu />
        <button type="button" className="btn txt ico burger only-n" aria-label={menuOpen ? 'Close menu' : 'Open menu'} aria-expanded={menuOpen} onClick={() => setMenuAt(menuOpen ? null : key)}>
          <Icon name={menuOpen ? 'close' : 'menu'} />
        </button>
      </header>
      {menuOpen && (
        <nav aria-label="Main" className="drawer-nav only-n">
          <Pages />
          <MobileUser />
        </nav>
      )}
      <div id="content">
        <VerificationBanner />
        <ErrorBoundary key={pathname}>
          <Suspense fallback={null}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </div>
      <footer className="foot">
        <p className="d">Advanced data analysis and statistics for professionals with powerful dataset tools.</p>
        <div>
          <b>Quick Links</b>
          <ul>
            {pages.map(({ to, name }) => (
              <li key={to}>
                <Link className="quiet" to={to}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </div>
        <div>
          <b>Contact</b>
          <a className="quiet" href={`mailto:${supportEmail}`}>
            {supportEmail}
          </a>
        </div>
        <p className="c">© {thisYear} Columnist</p>
      </footer>
    </UploadsProvider>
  );
}

function Pages() {
  return pages.map(({ to, name }) => (
    <NavLink key={to} to={to}>
      {name}
    </NavLink>
  ));
}

/** Who is signed in, and the way out, where there is no room for the user's menu. */
function MobileUser() {
  const session = useSession();
  const user = useUser();
  return (
    <div className="drawer-user">
      <Who user={user} />
      <button type="button" className="btn" onClick={() => void session.signOut()}>
        Logout
      </button>
    </div>
  );
}

function Who({ user }: { user: User }) {
  return (
    <span className="who">
      <b>{user.full_name || user.email}</b>
      <span>{user.email}</span>
    </span>
  );
}

function UserMenu() {
  const session = useSession();
  const user = useUser();
  const name = user.full_name || user.email;
  const items = [
    { key: 'who', disabled: true, label: <Who user={user} /> },
    { key: 'profile', label: <Link to="/profile">Profile</Link> },
    { key: 'settings', label: <Link to="/settings">Settings</Link> },
    {
      key: 'subscription',
      label: (
        <Link to="/subscription" className="row">
          Subscription <TierTag tier={user.subscription_tier} />
        </Link>
      ),
    },
    { key: 'logout', label: 'Logout', onClick: () => void session.signOut() },
  ];
  return (
    <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
      <button type="button" className="me only-w" aria-haspopup="menu">
        <span className="ava">{(user.full_name.charAt(0) || user.email.charAt(0) || '?').toUpperCase()}</span>
        {name}
        <Icon name="down" />
      </button>
    </Dropdown>
  );
}
