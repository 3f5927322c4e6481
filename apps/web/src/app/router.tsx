import type { RoleName } from '@columnist/contract';
import { Spin } from 'antd';
import { Suspense, lazy, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { Navigate, Route, Routes, useHref, useLocation, useNavigate } from 'react-router-dom';
import { loadPart } from '../lib/load-part.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { rememberedIn, useReturnTo } from '../lib/return-to.ts';
import { useSession } from '../lib/session.tsx';
import { accessToken } from '../lib/stored-tokens.ts';

const loadShell = () => loadPart(() => import('./shell.tsx'));
const Shell = lazy(loadShell);
const LoginPage = lazy(() => loadPart(() => import('../pages/login-page.tsx')));
const ForgotPasswordPage = lazy(() => loadPart(() => import('../pages/forgot-password-page.tsx')));
const ResetPasswordPage = lazy(() => loadPart(() => import('../pages/reset-password-page.tsx')));
const VerifyEmailPage = lazy(() => loadPart(() => import('../pages/verify-email-page.tsx')));
const SetupPage = lazy(() => loadPart(() => import('../pages/setup-page.tsx')));
const UnauthorizedPage = lazy(() => loadPart(() => import('../pages/unauthorized-page.tsx')));
const PrivacyPage = lazy(() => loadPart(() => import('../pages/privacy-page.tsx')));
const TermsPage = lazy(() => loadPart(() => import('../pages/terms-page.tsx')));
const ValidationPage = lazy(() => loadPart(() => import('../pages/validation-page.tsx')));
const SharedPage = lazy(() => loadPart(() => import('../pages/shared-page.tsx')));
const AdminPage = lazy(() => loadPart(() => import('../pages/admin-page.tsx')));
const RegisterPage = lazy(() => loadPart(() => import('../pages/register-page.tsx')));
const DashboardPage = lazy(() => loadPart(() => import('../pages/dashboard-page.tsx')));
const DatasetPage = lazy(() => loadPart(() => import('../pages/dataset-page.tsx')));
const ImportPage = lazy(() => loadPart(() => import('../pages/import-page.tsx')));
const ImportFilesPage = lazy(() => loadPart(() => import('../pages/import-files-page.tsx')));
const ProfilePage = lazy(() => loadPart(() => import('../pages/profile-page.tsx')));
const DocsPage = lazy(() => loadPart(() => import('../pages/docs-page.tsx')));
const ConnectPage = lazy(() => loadPart(() => import('../pages/connect-page.tsx')));
const SettingsPage = lazy(() => loadPart(() => import('../pages/settings-page.tsx')));
const CombinePage = lazy(() => loadPart(() => import('../pages/combine-page.tsx')));
const SqlPage = lazy(() => loadPart(() => import('../pages/sql-page.tsx')));
const SubscriptionPage = lazy(() => loadPart(() => import('../pages/subscription-page.tsx')));

export function AppRoutes() {
  const session = useSession();
  if (session.status === 'loading') return <FullScreenLoading />;
  return (
    <Routes>
      <Route
        path="/login"
        element={
          <PublicOnly>
            <LoginPage />
          </PublicOnly>
        }
      />
      <Route
        path="/register"
        element={
          <PublicOnly>
            <RegisterPage />
          </PublicOnly>
        }
      />
      <Route
        path="/forgot-password"
        element={
          <PublicOnly>
            <ForgotPasswordPage />
          </PublicOnly>
        }
      />
      <Route
        path="/reset-password"
        element={
          <PublicOnly>
            <ResetPasswordPage />
          </PublicOnly>
        }
      />
      <Route
        path="/verify-email"
        element={
          <Public>
            <VerifyEmailPage />
          </Public>
        }
      />
      <Route
        path="/unauthorized"
        element={
          <Public>
            <UnauthorizedPage />
          </Public>
        }
      />
      <Route
        path="/privacy"
        element={
          <Public>
            <PrivacyPage />
          </Public>
        }
      />
      <Route
        path="/validation"
        element={
          <Public>
            <ValidationPage />
          </Public>
        }
      />
      <Route
        path="/shared/:token"
        element={
          <Public>
            <SharedPage />
          </Public>
        }
      />
      <Route
        path="/terms"
        element={
          <Public>
            <TermsPage />
          </Public>
        }
      />
      <Route
        path="/docs/:name?"
        element={
          <Public>
            <DocsPage />
          </Public>
        }
      />
      <Route
        path="/connect/:uid"
        element={
          <SignedIn>
            <ErrorBoundary>
              <ConnectPage />
            </ErrorBoundary>
          </SignedIn>
        }
      />
      <Route
        path="/setup"
        element={
          <SignedIn>
            <ErrorBoundary>
              <SetupPage />
            </ErrorBoundary>
          </SignedIn>
        }
      />
      <Route
        element={
          <SignedIn>
            <Shell />
          </SignedIn>
        }
      >
        <Route path="/dashboard" element={<DashboardPage />} />
        <Route path="/datasets/:id" element={<DatasetPage />} />
        <Route path="/datasets/:id/import" element={<ImportPage />} />
        <Route path="/import" element={<ImportFilesPage />} />
        <Route path="/combine" element={<CombinePage />} />
        <Route path="/sql" element={<SqlPage />} />
        <Route path="/profile" element={<ProfilePage />} />
        <Route path="/settings" element={<SettingsPage />} />
        <Route path="/subscription" element={<SubscriptionPage />} />
        <Route
          path="/admin/*"
          element={
            <WithRole name="admin">
              <AdminPage />
            </WithRole>
          }
        />
      </Route>
      <Route path="*" element={<Navigate to="/dashboard" replace />} />
    </Routes>
  );
}

function FullScreenLoading() {
  // Most checks succeed: what the signed-in pages share is fetched meanwhile.
  useEffect(() => void loadShell().catch(() => undefined), []);
  return (
    <div className="full-screen" role="status">
      <Spin size="large" />
      <span>Loading</span>
    </div>
  );
}

/** Open to everybody, signed in or not. */
function Public({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary key={pathname}>
      <Suspense fallback={null}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** For people who have the role; the others learn that. */
function WithRole({ name: wanted, children }: { name: RoleName; children: ReactNode }) {
  const { user } = useSession();
  return user?.roles.some(({ name }) => name === wanted) === true ? (
    children
  ) : (
    <Navigate to="/unauthorized" replace />
  );
}

/** Decided on entry alone: registering signs in and must keep its success panel. */
function PublicOnly({ children }: { children: ReactNode }) {
  const { status } = useSession();
  const { search } = useLocation();
  const returnTo = useReturnTo();
  const [entered] = useState(status);
  // The outcome of a verification is shown on the dashboard.
  const outcome = new URLSearchParams(search).has('verified') ? `/dashboard${search}` : returnTo;
  if (entered === 'authenticated') return <Navigate to={outcome} replace />;
  return <Public>{children}</Public>;
}

/** Who is not signed in is checked once more: another tab may have signed in since the start. */
function SignedIn({ children }: { children: ReactNode }) {
  const session = useSession();
  const location = useLocation();
  const [unchecked] = useState(
    () => session.status === 'unauthenticated' && accessToken() !== null,
  );
  const check = useEffectEvent(session.check);
  useEffect(() => {
    if (unchecked) check();
  }, [unchecked]);
  if (unchecked) return <FullScreenLoading />;
  if (session.status === 'authenticated') return <Suspense fallback={null}>{children}</Suspense>;
  const left = session.status === 'unauthenticated' && session.left;
  return <ToLogin state={left ? null : rememberedIn(location)} />;
}

/**
 * Goes to the login page, also for who comes back to this address before the login page is there:
 * to the router that is the location it has already, so `Navigate` would leave an empty page.
 */
function ToLogin({ state }: { state: { from: string } | null }) {
  const navigate = useNavigate();
  const here = useHref(useLocation());
  const leave = useEffectEvent((from: string) => {
    const { pathname, search, hash } = window.location;
    if (`${pathname}${search}${hash}` === from) void navigate('/login', { replace: true, state });
  });
  useEffect(() => {
    leave(here);
    const back = () => leave(here);
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, [here]);
  return null;
}
