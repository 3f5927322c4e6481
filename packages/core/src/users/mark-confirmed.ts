import type { Actor, ServiceContext } from '../context.ts';
import { Session } from './session.entity.ts';

/** Notes that it was the owner who asked in this session a moment ago; see requireConfirmed. */
export async function markConfirmed(
  ctx: Pick<ServiceContext, 'em' | 'clock'>,
  { sessionId }: Pick<Actor, 'sessionId'>,
): Promise<void> {
  const now = ctx.clock.now();
  if (sessionId !== null)
    await ctx.em.nativeUpdate(Session, { id: sessionId }, { confirmedAt: now, askedAt: now });
}
