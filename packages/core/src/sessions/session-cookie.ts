import { hashToken, randomToken } from '../users/secrets.ts';
import type { Session } from '../users/session.entity.ts';

/**
 * The cookie beside the refresh token, as the door of a request sees it. Scripts can read the token
 * and not the cookie, so
 * what a script takes away from a browser is worth nothing elsewhere.
 */
export interface SessionCookie {
  /** Whether a browser asks: it says so in headers that no page can leave out. */
  readonly isBrowser: boolean;
  /** What the caller sent, no matter who it is. */
  readonly value: string | null;
  give(value: string, until: Date): void;
  /** Does nothing where a program asks. */
  take(): void;
}

/**
 * Binds a session to the browser that asks; to nothing where a program does, which then needs the
 * token alone.
 */
export function giveCookie(cookie: SessionCookie | undefined, session: Session): void {
  if (cookie?.isBrowser !== true) return;
  const value = randomToken();
  session.cookieHash = hashToken(value);
  cookie.give(value, session.expiresAt);
}

/**
 * What is not right with the cookie of a request, where the session is bound to one; null where it
 * fits.
 */
export function judgeCookie(
  cookie: SessionCookie | undefined,
  { cookieHash }: Session,
): 'missing' | 'wrong' | null {
  if ((cookieHash ?? null) === null) return null;
  const value = cookie?.value ?? null;
  if (value === null) return 'missing';
  return hashToken(value) === cookieHash ? null : 'wrong';
}
