import type { SecondFactor } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { Passkey, RecoveryCode, TotpSecret } from '../users/second-factor.entity.ts';

/**
 * By what the second step of a user's log-in can be taken; empty where there is none. Recovery
 * codes are no factor by themselves.
 */
export async function factorsOf(em: EntityManager, userId: string): Promise<SecondFactor[]> {
  const factors: SecondFactor[] = [];
  if ((await em.count(TotpSecret, { user: userId, confirmedAt: { $ne: null } })) > 0)
    factors.push('totp');
  if ((await em.count(Passkey, { user: userId })) > 0) factors.push('passkey');
  if (factors.length > 0 && (await em.count(RecoveryCode, { user: userId, usedAt: null })) > 0)
    factors.push('recovery_code');
  return factors;
}
