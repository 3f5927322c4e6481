import { AppError, type InputOf, type OutputOf, type operations } from '@columnist/contract';
import { LockMode } from '@mikro-orm/core';
import { v7 as uuid } from 'uuid';
import type { ServiceContext } from '../context.ts';
import { signAccessToken } from './open-session.ts';
import { hashToken, randomToken } from './secrets.ts';
import { RefreshToken, Session } from './session.entity.ts';

type Refresh = (typeof operations)['auth']['refresh'];

/** Tabs that refresh at once all hold the same token; for this long its second use is no theft. */
const graceSeconds = 10;

/**
 * Exchanges a refresh token for a new pair. Each token works once; a later use of an old one ends the session and
 * every token of it (refresh token rotation, OAuth 2.1 section 4.3.1).
 */
export async function refresh(ctx: ServiceContext, input: InputOf<Refresh>): Promise<OutputOf<Refresh>> {
  const now = ctx.clock.now();
  const outcome = await ctx.em.transactional(async (em) => {
    const found = await em.findOne(RefreshToken, { tokenHash: hashToken(input.refresh_token) });
    if (found === null) return null;
    const session = await em.findOne(Session, { id: found.session.id }, { populate: ['user'], lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
    if (session === null || session.revokedAt !== null || session.expiresAt <= now || !session.user.isActive) return null;
    const token = await em.refresh(found);
    if (token?.usedAt !== null && token?.usedAt !== undefined && now.getTime() - token.usedAt.getTime() > graceSeconds * 1000) {
      session.revokedAt = now;
      ctx.log.warn({ session: session.id, user: session.user.id }, 'replay of a used refresh token: session ended');
      return null;
    }
    const refreshToken = randomToken();
    found.usedAt ??= now;
    session.lastUsedAt = now;
    em.create(RefreshToken, { id: uuid(), session, tokenHash: hashToken(refreshToken), createdAt: now, usedAt: null });
    return { userId: session.user.id, sessionId: session.id, refreshToken };
  });
  if (outcome === null) throw new AppError('unauthenticated', 'The session has ended. Log in again.');
  return { access_token: await signAccessToken(ctx, outcome.userId, outcome.sessionId), refresh_token: outcome.refreshToken };
}
