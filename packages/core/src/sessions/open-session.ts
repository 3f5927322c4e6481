import type { EntityManager } from '@mikro-orm/sql';
import { SignJWT } from 'jose';
import { v7 as uuid } from 'uuid';
import type { ServiceContext } from '../context.ts';
import { hashToken, randomToken } from '../users/secrets.ts';
import { giveCookie } from './session-cookie.ts';
import { RefreshToken, Session } from '../users/session.entity.ts';
import type { User } from '../users/user.entity.ts';

const accessMinutes = 15;
const sessionDays = 30;

export const daysFrom = (now: Date, days: number): Date =>
  new Date(now.getTime() + days * 86_400_000);

/**
 * A JWT of 15 minutes that names the session; what the session may do is read again at every
 * request.
 */
export function signAccessToken(
  ctx: Pick<ServiceContext, 'secrets' | 'clock'>,
  userId: string,
  sessionId: string,
): Promise<string> {
  const now = Math.floor(ctx.clock.now().getTime() / 1000);
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(userId)
    .setIssuer('columnist')
    .setAudience('columnist')
    .setIssuedAt(now)
    .setExpirationTime(now + accessMinutes * 60)
    .sign(ctx.secrets.jwtKeys[0]);
}

/**
 * A new session and its first pair of tokens, bound to the browser where one asks, within the
 * caller's transaction. Anyone who
 * opens one has just proved who they are: it is confirmed.
 */
export async function openSession(
  ctx: ServiceContext,
  em: EntityManager,
  user: User,
  shown: { readonly factor: boolean } = { factor: false },
): Promise<{ access_token: string; refresh_token: string }> {
  const now = ctx.clock.now();
  const session = em.create(Session, {
    id: uuid(),
    user,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: daysFrom(now, sessionDays),
    revokedAt: null,
    address: ctx.address,
    userAgent: ctx.userAgent.slice(0, 500),
    confirmedAt: now,
    askedAt: null,
    factorAt: shown.factor ? now : null,
  });
  giveCookie(ctx.cookie, session);
  const refreshToken = randomToken();
  em.create(RefreshToken, {
    id: uuid(),
    session,
    parentId: null,
    tokenHash: hashToken(refreshToken),
    createdAt: now,
    usedAt: null,
  });
  await em.flush();
  return {
    access_token: await signAccessToken(ctx, user.id, session.id),
    refresh_token: refreshToken,
  };
}
