import { AppError, type InputOf, type OutputOf, type operations } from '@columnist/contract';
import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import { v7 as uuid } from 'uuid';
import { recordAudit } from '../audit/record-audit.ts';
import type { ServiceContext } from '../context.ts';
import { signAccessToken } from '../sessions/open-session.ts';
import { hashToken } from '../users/secrets.ts';
import { giveCookie, judgeCookie } from '../sessions/session-cookie.ts';
import { RefreshToken, Session } from '../users/session.entity.ts';
import { User } from '../users/user.entity.ts';

type Refresh = (typeof operations)['auth']['refresh'];

/**
 * Tabs that refresh at once all hold the same token; for this long its second use is no theft, and
 * is answered with the same new token.
 */
const graceSeconds = 10;

/**
 * Exchanges a refresh token for a new pair. Each token works once; a later use of an old one ends
 * the session and
 * every token of it (refresh token rotation, OAuth 2.1 section 4.3.1). From a browser a token is
 * worth nothing without the
 * cookie of its session.
 */
export async function refresh(
  ctx: ServiceContext,
  input: InputOf<Refresh>,
): Promise<OutputOf<Refresh>> {
  const outcome = await ctx.em.transactional((em) => rotate(ctx, em, input.refresh_token));
  if (outcome === null)
    throw new AppError('unauthenticated', 'The session has ended. Log in again.');
  return {
    access_token: await signAccessToken(ctx, outcome.userId, outcome.sessionId),
    refresh_token: outcome.refreshToken,
  };
}

/**
 * The token that follows, or null; a token has one alone, whichever tab asks first. It answers
 * instead of throwing, so that the end of a replayed session is committed.
 */
async function rotate(
  ctx: ServiceContext,
  em: EntityManager,
  presentedToken: string,
): Promise<{ userId: string; sessionId: string; refreshToken: string } | null> {
  const now = ctx.clock.now();
  const presented = await em.findOne(RefreshToken, { tokenHash: hashToken(presentedToken) });
  if (presented === null) return null;
  // The session's row is the lock: refreshes of one family run one after the other, each seeing
  // what the last one wrote.
  const session = await em.findOne(
    Session,
    { id: presented.session.id },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (session === null || !(await isLive(em, session, now))) return null;
  const token = await em.findOneOrFail(RefreshToken, { id: presented.id }, { refresh: true });
  const cookie = judgeCookie(ctx.cookie, session);
  if (cookie === 'missing' && !wasOnItsWay(token, session)) {
    // A browser may have lost its cookies, and who has the token alone gets nothing: no reason to
    // sign the owner out.
    ctx.log.warn(
      { session: session.id, user: session.user.id },
      'refresh token of a browser without its cookie: refused',
    );
    return null;
  }
  const isTheft =
    cookie === 'wrong'
      ? 'refresh token with the cookie of another session'
      : (await isUsable(em, token, now))
        ? null
        : 'replay of a used refresh token';
  if (isTheft !== null) {
    session.revokedAt = now;
    ctx.log.warn({ session: session.id, user: session.user.id }, `${isTheft}: session ended`);
    await recordAudit(
      ctx,
      {
        action: 'auth.replay',
        outcome: 'done',
        details: { because: isTheft },
        subject: await em.findOneOrFail(User, { id: session.user.id }),
      },
      em,
    );
    return null;
  }
  if (!isBound(session) && ctx.cookie?.isBrowser === true) {
    giveCookie(ctx.cookie, session);
    session.cookieGivenAt = now;
  }
  token.usedAt ??= now;
  session.lastUsedAt = now;
  return {
    userId: session.user.id,
    sessionId: session.id,
    refreshToken: await succeed(ctx, em, token, presentedToken, now),
  };
}

const isBound = ({ cookieHash }: Session): boolean => (cookieHash ?? null) !== null;

/**
 * A second tab of a session from before there were cookies: its request was sent before the answer
 * to the first brought one.
 */
function wasOnItsWay({ usedAt }: RefreshToken, { cookieGivenAt }: Session): boolean {
  const used = usedAt?.getTime();
  return used !== undefined && used === cookieGivenAt?.getTime();
}

/**
 * The successor of a token, noted where it is the first use. It is derived, not drawn, so that it
 * can be answered again while only its hash is kept.
 */
async function succeed(
  { secrets }: ServiceContext,
  em: EntityManager,
  token: RefreshToken,
  presentedToken: string,
  now: Date,
): Promise<string> {
  const candidates = secrets.successors(presentedToken);
  const noted = await em.find(RefreshToken, { parentId: token.id });
  const known = candidates.find((candidate) =>
    noted.some(({ tokenHash }) => tokenHash === hashToken(candidate)),
  );
  if (known !== undefined) return known;
  // One that a server of an earlier version drew, or that was derived from a secret that is gone,
  // cannot be answered again: this one takes its place.
  await em.nativeDelete(RefreshToken, { parentId: token.id });
  em.create(RefreshToken, {
    id: uuid(),
    session: token.session.id,
    parentId: token.id,
    tokenHash: hashToken(candidates[0]),
    createdAt: now,
    usedAt: null,
  });
  return candidates[0];
}

async function isLive(em: EntityManager, session: Session, now: Date): Promise<boolean> {
  if ((session.revokedAt ?? null) !== null || session.expiresAt <= now) return false;
  return (await em.count(User, { id: session.user.id, isActive: true })) === 1;
}

/** Unused; or used a moment ago, while none of the tokens it was exchanged for has been used. */
async function isUsable(em: EntityManager, token: RefreshToken, now: Date): Promise<boolean> {
  const usedAt = token.usedAt ?? null;
  if (usedAt === null) return true;
  if (now.getTime() - usedAt.getTime() > graceSeconds * 1000) return false;
  return (await em.count(RefreshToken, { parentId: token.id, usedAt: { $ne: null } })) === 0;
}
