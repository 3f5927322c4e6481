import { operations, type OutputOf } from '@columnist/contract';
import { authorize, type ServiceContext } from '../context.ts';
import { deviceOf } from '../users/device-of.ts';
import { Session } from '../users/session.entity.ts';

/** The caller's live sessions, last used first. */
export async function listSessions(
  ctx: ServiceContext,
): Promise<OutputOf<(typeof operations)['auth']['sessions']>> {
  const actor = authorize(ctx, operations.auth.sessions);
  const sessions = await ctx.em.find(
    Session,
    { user: actor.user.id, revokedAt: null, expiresAt: { $gt: ctx.clock.now() } },
    { orderBy: { lastUsedAt: 'desc', id: 'desc' }, limit: 200 },
  );
  const items = sessions.map((session) => ({
    id: session.id,
    device: deviceOf(session.userAgent),
    address: session.address,
    created_at: session.createdAt.toISOString(),
    last_used_at: session.lastUsedAt.toISOString(),
    current: session.id === actor.sessionId,
  }));
  return { items, total: items.length, next_cursor: null };
}
