import type { EntityManager } from '@mikro-orm/sql';
import { LoginTicket } from '../users/second-factor.entity.ts';
import { Session } from '../users/session.entity.ts';

/** Ends every session of a user but `keptSession`, and log-ins that wait for a second factor. */
export async function endSessions(
  em: EntityManager,
  userId: string,
  now: Date,
  keptSession: string | null,
): Promise<void> {
  await em.nativeDelete(LoginTicket, { user: userId });
  await em.nativeUpdate(
    Session,
    {
      user: userId,
      revokedAt: null,
      ...(keptSession === null ? {} : { id: { $ne: keptSession } }),
    },
    { revokedAt: now },
  );
}
