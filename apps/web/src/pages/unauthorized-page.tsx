import { useNavigate } from 'react-router-dom';
import { useSession } from '../lib/session.tsx';
import { usePageTitle } from '../ui/use-page-title.ts';

/**
 * Whether there is an earlier page of this site. Browsers that do not say so are asked for the
 * history of the router alone, which counts from 0, the page that was opened first.
 */
function canGoBack(): boolean {
  if ('navigation' in window) return navigation.canGoBack;
  const state: unknown = history.state;
  return (
    typeof state === 'object' &&
    state !== null &&
    'idx' in state &&
    typeof state.idx === 'number' &&
    state.idx > 0
  );
}

/** For somebody whose roles do not open the page they asked for. */
export default function UnauthorizedPage() {
  const session = useSession();
  const navigate = useNavigate();
  usePageTitle('Access denied');
  // Without an earlier page of this product, going back would leave it.
  const back = () => void (canGoBack() ? navigate(-1) : navigate('/dashboard'));
  return (
    <main className="page mid denied">
      <h1>Access Denied</h1>
      <p className="voice-small mt8">
        You do not have permission to see this page. If you believe you should, please contact an
        administrator.
      </p>
      <p className="row mt24">
        <button type="button" className="btn" onClick={back}>
          Go Back
        </button>
        <button type="button" className="btn pri" onClick={() => void navigate('/dashboard')}>
          Go to Dashboard
        </button>
        <button
          type="button"
          className="btn"
          onClick={() => void session.signOut().then(() => navigate('/login', { replace: true }))}
        >
          Logout
        </button>
      </p>
    </main>
  );
}
