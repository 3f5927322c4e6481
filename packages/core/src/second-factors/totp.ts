import type { EntityManager } from '@mikro-orm/sql';
import { verify } from 'otplib';
import type { ServiceContext } from '../context.ts';
import { TotpSecret } from '../users/second-factor.entity.ts';

export const periodSeconds = 30;
/** What counts the codes that were tried for a user, until one is right. */
export const guessesOf = (userId: string): string => `codes:${userId}`;
/** Under what a secret is encrypted: that of one purpose opens none of another. */
export const totpOwner = (userId: string): string => `totp:${userId}`;

/**
 * Takes a code of the user's app, of this time step or one beside it; each step once, of requests
 * at the same time by one alone.
 * `confirmed`: of a secret that counts, or of one that is to be confirmed by it.
 */
export async function takeTotp(
  ctx: Pick<ServiceContext, 'secrets' | 'clock'>,
  em: EntityManager,
  userId: string,
  code: string,
  confirmed: boolean,
): Promise<boolean> {
  const kept = await em.findOne(TotpSecret, {
    user: userId,
    confirmedAt: confirmed ? { $ne: null } : null,
  });
  const secret = kept === null ? null : ctx.secrets.decrypt(kept.ciphertext, totpOwner(userId));
  const token = code.replace(/\s/g, '');
  if (kept === null || secret === null || !/^\d{6}$/.test(token)) return false;
  const now = ctx.clock.now();
  const found = await verify({
    secret,
    token,
    strategy: 'totp',
    epoch: Math.floor(now.getTime() / 1000),
    epochTolerance: periodSeconds,
    period: periodSeconds,
  });
  if (!found.valid || !('timeStep' in found)) return false;
  const { timeStep } = found;
  const taken = await em.nativeUpdate(
    TotpSecret,
    { id: kept.id, $or: [{ lastStep: null }, { lastStep: { $lt: timeStep } }] },
    { lastStep: timeStep, ...(confirmed ? { lastUsedAt: now } : { confirmedAt: now }) },
  );
  return taken === 1;
}
