import { operations } from '@columnist/contract';
import { authorize, type ServiceContext } from '../context.ts';
import { Session } from '../users/session.entity.ts';

/** Ends the caller's session and all its tokens. */
export async function logout(ctx: ServiceContext): Promise<void> {
  const actor = authorize(ctx, operations.auth.logout);
  if (actor.sessionId !== null)
    await ctx.em.nativeUpdate(
      Session,
      { id: actor.sessionId, revokedAt: null },
      { revokedAt: ctx.clock.now() },
    );
  ctx.cookie?.take();
}
