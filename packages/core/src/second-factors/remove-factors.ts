import { AppError } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { lockUser } from '../accounts/lock-user.ts';
import { User } from '../accounts/user.entity.ts';
import { writeAct } from '../audit/write-act.ts';
import { systemClock, type Clock } from '../context.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { LoginTicket, Passkey, RecoveryCode, TotpSecret } from './second-factor.entity.ts';

/** Takes every second factor from somebody who has lost theirs; in the audit log and mailed to them. For the command line. Throws not_found. */
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
    await inner.nativeDelete(TotpSecret, { user: user.id });
    await inner.nativeDelete(Passkey, { user: user.id });
    await inner.nativeDelete(RecoveryCode, { user: user.id });
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
