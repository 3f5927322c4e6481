import type { EntityManager } from '@mikro-orm/sql';
import type { Actor, ServiceContext } from '../context.ts';
import { Session } from './session.entity.ts';

/**
 * Notes that it was the owner who asked in this session a moment ago; see requireConfirmed.
 * `factor`: that a second factor was shown as well.
 */
export async function markConfirmed(
  ctx: Pick<ServiceContext, 'em' | 'clock'>,
  { sessionId }: Pick<Actor, 'sessionId'>,
  { factor }: { readonly factor: boolean },
): Promise<void> {
  const now = ctx.clock.now();
  if (sessionId !== null)
    await ctx.em.nativeUpdate(
      Session,
      { id: sessionId },
      { confirmedAt: now, askedAt: now, ...(factor ? { factorAt: now } : {}) },
    );
}

/** Notes that a second factor was used in this session to add it; this confirms nothing else. */
export async function markFactor(
  em: EntityManager,
  { sessionId }: Pick<Actor, 'sessionId'>,
  now: Date,
): Promise<void> {
  if (sessionId !== null) await em.nativeUpdate(Session, { id: sessionId }, { factorAt: now });
}
