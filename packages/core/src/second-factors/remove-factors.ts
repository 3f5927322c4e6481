import { AppError } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { lockUser } from '../users/lock-user.ts';
import { User } from '../users/user.entity.ts';
import { writeAct } from '../audit/write-act.ts';
import { systemClock, type Clock } from '../context.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { LoginTicket, Passkey, RecoveryCode, TotpSecret } from '../users/second-factor.entity.ts';

/**
 * Deletes every second factor of a user, with their recovery codes. In the caller's transaction.
 */
export async function dropFactors(em: EntityManager, userId: string): Promise<void> {
  await em.nativeDelete(TotpSecret, { user: userId });
  await em.nativeDelete(Passkey, { user: userId });
  await em.nativeDelete(RecoveryCode, { user: userId });
}

/**
 * Takes every second factor from somebody who has lost theirs; in the audit log and mailed to them.
 * For the command line. Throws not_found.
 */
export async function removeFactors(
  em: EntityManager,
  email: string,
  clock: Clock = systemClock,
): Promise<void> {
  await em.transactional(async (inner) => {
    const found = await inner.findOne(User, { emailKey: email.toLowerCase() });
    const user = found === null ? null : await lockUser(inner, found.id);
    if (user === null)
      throw new AppError('not_found', `There is no user with the e-mail ${email}.`);
    await dropFactors(inner, user.id);
    await inner.nativeDelete(LoginTicket, { user: user.id });
    await writeAct(inner, clock, {
      via: 'command',
      action: 'auth.removeFactors',
      subject: user,
      details: { change: 'all_removed' },
    });
    await queueMail(inner, { clock }, 'second_factor_changed', user.email, {
      change: 'all_removed',
    });
  });
}
