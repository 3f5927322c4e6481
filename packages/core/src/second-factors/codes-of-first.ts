import type { EntityManager } from '@mikro-orm/sql';
import { endSessions } from '../sessions/end-sessions.ts';
import type { Actor } from '../context.ts';
import { factorsOf } from './factors-of.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { RecoveryCode } from '../users/second-factor.entity.ts';

/**
 * Recovery codes for somebody who adds their first factor; null for others, whose codes stay. Their
 * other sessions end, for these were
 * opened by the password alone. In the caller's transaction, with the user locked, before the
 * factor is added.
 */
export async function codesOfFirst(
  em: EntityManager,
  { user, sessionId }: Pick<Actor, 'user' | 'sessionId'>,
  now: Date,
): Promise<string[] | null> {
  if ((await factorsOf(em, user.id)).length > 0) return null;
  await endSessions(em, user.id, now, sessionId);
  return makeRecoveryCodes(em, user.id, now);
}

/**
 * Without a factor there is nothing to recover. In the caller's transaction, after one was removed.
 */
export async function dropCodesOfLast(em: EntityManager, userId: string): Promise<void> {
  if ((await factorsOf(em, userId)).length === 0)
    await em.nativeDelete(RecoveryCode, { user: userId });
}
