import type { EntityManager } from '@mikro-orm/sql';
import { factorsOf } from './factors-of.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { RecoveryCode } from './second-factor.entity.ts';

/** Recovery codes for somebody who adds their first factor; null for others, whose codes stay. In the caller's transaction, before the factor is added. */
export async function codesOfFirst(
  em: EntityManager,
  userId: string,
  now: Date,
): Promise<string[] | null> {
  return (await factorsOf(em, userId)).length === 0 ? makeRecoveryCodes(em, userId, now) : null;
}

/** Without a factor there is nothing to recover. In the caller's transaction, after one was removed. */
export async function dropCodesOfLast(em: EntityManager, userId: string): Promise<void> {
  if ((await factorsOf(em, userId)).length === 0)
    await em.nativeDelete(RecoveryCode, { user: userId });
}
