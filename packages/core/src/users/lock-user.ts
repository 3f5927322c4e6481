import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/sql';
import { User } from './user.entity.ts';

/**
 * A user as it is now, whose row nobody else changes before the transaction ends. A log-in takes it
 * before it opens a session,
 * a change of the password before it ends the sessions, so that no session that was opened with the
 * password of before is left.
 */
export function lockUser(em: EntityManager, id: string): Promise<User | null> {
  return em.findOne(User, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
}
