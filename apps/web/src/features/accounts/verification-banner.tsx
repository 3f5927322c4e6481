import { Note } from '../../ui/note.tsx';
import { useUser } from '../../lib/session.tsx';
import { ResendControl } from './resend-control.tsx';

/** Above every page until the address is verified. */
export function VerificationBanner() {
  const user = useUser();
  if (user.email_verified) return null;
  return (
    <div className="page-note">
      <Note kind="warn" action={<ResendControl email={user.email} />}>
        <b>Email Verification Required</b> Please verify your email address to access all features.
        We&apos;ve sent a verification link to {user.email}.
      </Note>
    </div>
  );
}
