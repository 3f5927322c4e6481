import { Dropdown } from 'antd';
import { useEffect, useState } from 'react';
import { Link, NavLink, Outlet, useLocation, useNavigate } from 'react-router-dom';
import { VerificationBanner } from '../features/accounts/verification-banner.tsx';
import { supportEmail } from '../lib/facts.ts';
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
  const { pathname } = useLocation();
  const [menuOpen, setMenuOpen] = useState(false);
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => setMenuOpen(false), [pathname]);
  useEffect(() => {
    const follow = () => setScrolled(scrollY > 4);
    addEventListener('scroll', follow, { passive: true });
    return () => removeEventListener('scroll', follow);
  }, []);
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className={`top${scrolled ? ' scrolled' : ''}`}>
        <Brand to="/dashboard" />
        <nav aria-label="Main" className="only-w">
          <Pages />
        </nav>
        <UserMenu />
        <button type="button" className="btn txt ico burger only-n" aria-label={menuOpen ? 'Close menu' : 'Open menu'} aria-expanded={menuOpen} onClick={() => setMenuOpen(!menuOpen)}>
          <Icon name={menuOpen ? 'close' : 'menu'} />
        </button>
      </header>
      {menuOpen && (
        <nav aria-label="Main" className="drawer-nav only-n">
          <Pages />
          <MobileLogout />
        </nav>
      )}
      <div id="content">
        <VerificationBanner />
        <ErrorBoundary key={pathname}>
          <Outlet />
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
        <p className="c">© {new Date().getFullYear()} Columnist</p>
      </footer>
    </>
  );
}

function Pages() {
  return pages.map(({ to, name }) => (
    <NavLink key={to} to={to}>
      {name}
    </NavLink>
  ));
}

function useLogout() {
  const { signOut } = useSession();
  const navigate = useNavigate();
  return () => void signOut().then(() => navigate('/login', { replace: true }));
}

function MobileLogout() {
  const logout = useLogout();
  return (
    <button type="button" className="btn" onClick={logout}>
      Logout
    </button>
  );
}

function UserMenu() {
  const user = useUser();
  const logout = useLogout();
  const name = user.full_name || user.email;
  const items = [
    { key: 'who', disabled: true, label: <span className="who"><b>{name}</b><span>{user.email}</span></span> },
    { key: 'profile', label: <Link to="/profile">Profile</Link> },
    { key: 'settings', label: <Link to="/settings">Settings</Link> },
    {
      key: 'subscription',
      label: (
        <Link to="/subscription" className="row">
          Subscription <span className={`tag ${user.subscription_tier === 'paid' ? 'pro' : 'out'}`}>{user.subscription_tier === 'paid' ? 'Pro' : 'Free'}</span>
        </Link>
      ),
    },
    { key: 'logout', label: 'Logout', onClick: logout },
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
