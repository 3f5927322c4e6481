import { operations } from '@columnist/contract';
import { authorize, type ServiceContext } from '../context.ts';
import { Session } from './session.entity.ts';

/** Ends every session of the caller but this one. */
export async function revokeOtherSessions(ctx: ServiceContext): Promise<void> {
  const actor = authorize(ctx, operations.auth.revokeOtherSessions);
  await ctx.em.nativeUpdate(Session, { user: actor.user.id, id: { $ne: actor.sessionId ?? '' }, revokedAt: null }, { revokedAt: ctx.clock.now() });
}
