import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Note } from '../../ui/note.tsx';
import { trpc } from '../../lib/trpc.ts';

/**
 * What administrators see where the server wants a second factor of them and they have none: the
 * way to set one up.
 */
export function NeedsFactor({ children }: { children: ReactNode }) {
  const factors = trpc.auth.secondFactors.useQuery({});
  // Where that is not known, each page says itself what it was refused.
  const missing =
    factors.data !== undefined &&
    factors.data.required &&
    factors.data.totp === null &&
    factors.data.passkeys.length === 0;
  if (factors.isPending) return <div className="sk key-sk" />;
  if (!missing) return children;
  return (
    <Note
      kind="warn"
      action={
        <Link className="btn sml pri" to="/profile?tab=security">
          Set it up
        </Link>
      }
    >
      <b>Administrators need a second factor.</b> Set up an authenticator app or a passkey, then
      come back.
    </Note>
  );
}
