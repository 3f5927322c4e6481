import { Icon } from '../../app/icons.tsx';
import { useUser } from '../../app/session.tsx';

/** Above every page until the address is verified. */
export function VerificationBanner() {
  const user = useUser();
  if (user.email_verified) return null;
  return (
    <div className="page-note">
      <div className="note warn" role="status">
        <Icon name="warning" />
        <span>
          <b>Email Verification Required</b> Please verify your email address to access all features. We&apos;ve sent a verification link to {user.email}.
        </span>
      </div>
    </div>
  );
}
