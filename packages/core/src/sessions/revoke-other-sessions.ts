import { operations } from '@columnist/contract';
import { authorize, type ServiceContext } from '../context.ts';
import { endSessions } from './end-sessions.ts';

/** Ends every session of the caller but this one. */
export async function revokeOtherSessions(ctx: ServiceContext): Promise<void> {
  const actor = authorize(ctx, operations.auth.revokeOtherSessions);
  await endSessions(ctx.em, actor.user.id, ctx.clock.now(), actor.sessionId);
}
