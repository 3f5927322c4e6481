import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Brand } from '../../ui/brand.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { supportEmail, thisYear } from '../../lib/facts.ts';
import { Exhibit } from './exhibit.tsx';

/** The page of somebody who is not signed in: the form, and beside it what Columnist does. */
export function AccountPage({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <div className="lg">
      <main className="lg-f">
        <Brand to="/login" />
        {children}
        <p className="xs s3 only-w">
          © {thisYear} Columnist ·{' '}
          <a className="quiet" href={`mailto:${supportEmail}`}>
            {supportEmail}
          </a>{' '}
          ·{' '}
          <Link className="quiet" to="/docs">
            Documentation
          </Link>
        </p>
      </main>
      <Exhibit />
    </div>
  );
}
