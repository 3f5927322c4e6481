import type { EntityManager } from '@mikro-orm/sql';
import { EmailToken } from '../users/session.entity.ts';

/**
 * Makes the links void that were mailed to choose a new password. In the caller's transaction, with
 * the user locked. Links that verify the address stay: they open nothing without the password.
 */
export async function endResetLinks(em: EntityManager, userId: string, now: Date): Promise<void> {
  await em.nativeUpdate(
    EmailToken,
    { user: userId, purpose: 'reset', usedAt: null },
    { usedAt: now },
  );
}
