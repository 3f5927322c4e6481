import { Spin } from 'antd';
import { Suspense, lazy, useRef, type ReactNode } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { LoginPage } from '../pages/login-page.tsx';
import { useSession } from './session.tsx';
import { Shell } from './shell.tsx';

const RegisterPage = lazy(() => import('../pages/register-page.tsx'));
const DashboardPage = lazy(() => import('../pages/dashboard-page.tsx'));
const DatasetPage = lazy(() => import('../pages/dataset-page.tsx'));
const ProfilePage = lazy(() => import('../pages/profile-page.tsx'));
const SettingsPage = lazy(() => import('../pages/settings-page.tsx'));
const SubscriptionPage = lazy(() => import('../pages/subscription-page.tsx'));

export function AppRoutes() {
  const { status } = useSession();
  if (status === 'loading') return <FullScreenLoading />;
  return (
    <Suspense fallback={null}>
      <Routes>
        <Route path="/login" element={<PublicOnly><LoginPage /></PublicOnly>} />
        <Route path="/register" element={<PublicOnly><RegisterPage /></PublicOnly>} />
        <Route element={<SignedIn><Shell /></SignedIn>}>
          <Route path="/dashboard" element={<DashboardPage />} />
          <Route path="/datasets/:id" element={<DatasetPage />} />
          <Route path="/profile" element={<ProfilePage />} />
          <Route path="/settings" element={<SettingsPage />} />
          <Route path="/subscription" element={<SubscriptionPage />} />
        </Route>
        <Route path="*" element={<Navigate to="/dashboard" replace />} />
      </Routes>
    </Suspense>
  );
}

function FullScreenLoading() {
  return (
    <div className="full-screen" role="status">
      <Spin size="large" />
      <span>Loading</span>
    </div>
  );
}

/** The remembered location after a login, else the dashboard. */
export function useReturnTo(): string {
  const state: unknown = useLocation().state;
  return typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string' ? state.from : '/dashboard';
}

/** Decided on entry alone: registering signs in and must keep its success panel. */
function PublicOnly({ children }: { children: ReactNode }) {
  const { status } = useSession();
  const returnTo = useReturnTo();
  const entered = useRef(status);
  return entered.current === 'authenticated' ? <Navigate to={returnTo} replace /> : children;
}

function SignedIn({ children }: { children: ReactNode }) {
  const { status } = useSession();
  const location = useLocation();
  if (status === 'authenticated') return children;
  return <Navigate to="/login" replace state={{ from: `${location.pathname}${location.search}` }} />;
}
