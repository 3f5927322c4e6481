import { Suspense, lazy, useEffect, useState } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { Brand } from '../ui/brand.tsx';
import { Icon } from '../ui/icons.tsx';
import { mainPages } from './main-pages.ts';
import { useSession, useUser } from '../lib/session.tsx';
import './command-palette.css';
import { UserMenu, Who } from './user-menu.tsx';
import { loadPart } from '../lib/load-part.ts';

const CommandPalette = lazy(() => loadPart(() => import('./command-palette.tsx')));

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
        <FindAll />
        <UserMenu />
        <button
          type="button"
          className="btn txt ico burger only-n"
          aria-label={menuOpen ? 'Close menu' : 'Open menu'}
          aria-expanded={menuOpen}
          onClick={() => setMenuAt(menuOpen ? null : key)}
        >
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

/** Opens the command palette, as Ctrl-K or ⌘K do. */
function FindAll() {
  /** Which opening it is, from 1; 0 while it is closed. */
  const [opening, setOpening] = useState(0);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (
        (event.ctrlKey || event.metaKey) &&
        !event.shiftKey &&
        !event.altKey &&
        event.key.toLowerCase() === 'k'
      ) {
        event.preventDefault();
        // A dialog that was closed says so a moment later: what counts is whether it is seen.
        const isSeen = document.querySelector('dialog.palette[open]') !== null;
        setOpening((before) => (isSeen ? 0 : before + 1));
      }
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        className="btn sml find-all"
        aria-keyshortcuts="Control+K"
        aria-haspopup="dialog"
        onClick={() => setOpening((before) => before + 1)}
      >
        <Icon name="search" />
        <span>Go to or do</span>{' '}
        <kbd className="only-w" aria-hidden="true">
          Ctrl K
        </kbd>
      </button>
      {opening > 0 && (
        <Suspense fallback={null}>
          <CommandPalette
            key={opening}
            onClose={() => setOpening((now) => (now === opening ? 0 : now))}
          />
        </Suspense>
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
