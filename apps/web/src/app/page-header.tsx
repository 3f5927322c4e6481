import { useEffect, useState } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { Brand } from './brand.tsx';
import { Icon } from './icons.tsx';
import { mainPages } from './main-pages.ts';
import { useSession, useUser } from './session.tsx';
import { UserMenu, Who } from './user-menu.tsx';

export function PageHeader() {
  const { key } = useLocation();
  const [menuAt, setMenuAt] = useState<string | null>(null);
  // A navigation closes the menu: it is open at one visit alone.
  const menuOpen = menuAt === key;
  const scrolled = useScrolled();
  return (
    <>
      <header className={`top${scrolled ? ' scrolled' : ''}`}>
        <Brand to="/dashboard" />
        <nav aria-label="Main" className="only-w">
          <MainLinks />
        </nav>
        <UserMenu />
        <button type="button" className="btn txt ico burger only-n" aria-label={menuOpen ? 'Close menu' : 'Open menu'} aria-expanded={menuOpen} onClick={() => setMenuAt(menuOpen ? null : key)}>
          <Icon name={menuOpen ? 'close' : 'menu'} />
        </button>
      </header>
      {menuOpen && (
        <nav aria-label="Main" className="drawer-nav">
          <MainLinks />
          <NarrowUser />
        </nav>
      )}
    </>
  );
}

function MainLinks() {
  const user = useUser();
  const admin = user.roles.some(({ name }) => name === 'admin');
  return [...mainPages, ...(admin ? [{ to: '/admin', name: 'Admin' }] : [])].map(({ to, name }) => (
    <NavLink key={to} to={to}>
      {name}
    </NavLink>
  ));
}

/** Who is signed in, and the way out, where there is no room for the user's menu. */
function NarrowUser() {
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

function useScrolled(): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const follow = () => setScrolled(scrollY > 4);
    addEventListener('scroll', follow, { passive: true });
    return () => removeEventListener('scroll', follow);
  }, []);
  return scrolled;
}
