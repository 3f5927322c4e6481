import { useLocation } from 'react-router-dom';
import { Note } from '../../ui/note.tsx';
import { useUser } from '../../lib/session.tsx';
import { ResendControl } from './resend-control.tsx';

/** Above every page until the address is verified; `/profile?verify=true` leads to its control. */
export function VerificationBanner() {
  const user = useUser();
  const { pathname, search, key } = useLocation();
  const asked = pathname === '/profile' && new URLSearchParams(search).get('verify') === 'true';
  if (user.email_verified) return null;
  return (
    <div className="page-note">
      <Note
        kind="warn"
        action={<ResendControl email={user.email} focusedBy={asked ? key : null} />}
      >
        <b>Email Verification Required</b> Please verify your email address to access all features.
        We&apos;ve sent a verification link to {user.email}.
      </Note>
    </div>
  );
}
