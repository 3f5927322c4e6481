import type { EntityManager } from '@mikro-orm/sql';
import { endSessions } from '../sessions/end-sessions.ts';
import type { User } from '../users/user.entity.ts';
import { endAccess } from './end-access.ts';
import { endResetLinks } from './end-reset-links.ts';

/** What ends with a password, and the session in which it was changed. */
interface Ending {
  /** sessions: those and reset links; access: everything by which the account can be reached. */
  readonly ends: 'sessions' | 'access';
  readonly keptSession?: string | null;
}

/**
 * Gives a user another password and ends what the one before has opened. In the caller's
 * transaction, with the user locked; every change of a password goes through it.
 */
export async function replacePassword(
  em: EntityManager,
  user: User,
  passwordHash: string,
  now: Date,
  { ends, keptSession = null }: Ending,
): Promise<void> {
  user.passwordHash = passwordHash;
  if (ends === 'access') await endAccess(em, user.id, now, keptSession);
  else {
    await endSessions(em, user.id, now, keptSession);
    await endResetLinks(em, user.id, now);
  }
}
