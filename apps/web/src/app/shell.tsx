import { useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { VerificationBanner } from '../features/accounts/verification-banner.tsx';
import { UploadsProvider } from '../features/datasets/uploads.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { NoticesProvider } from '../ui/notices.tsx';
import { PageFooter } from './page-footer.tsx';
import { PageHeader } from './page-header.tsx';

/** What is around every signed-in page. Its code is fetched while the session is checked. */
export default function Shell() {
  const { pathname } = useLocation();
  const cache = useQueryClient();
  // All but who is signed in: what is asked for again may be drawn.
  const forget = () =>
    cache.removeQueries({
      predicate: ({ queryKey: [path] }) =>
        !(Array.isArray(path) && path[0] === 'auth' && path[1] === 'me'),
    });
  return (
    <NoticesProvider>
      <UploadsProvider>
        <a className="skip" href="#content">
          Skip to content
        </a>
        <PageHeader />
        <div id="content">
          <VerificationBanner />
          <ErrorBoundary key={pathname} onRetry={forget}>
            <Suspense fallback={null}>
              <Outlet />
            </Suspense>
          </ErrorBoundary>
        </div>
        <PageFooter />
      </UploadsProvider>
    </NoticesProvider>
  );
}
