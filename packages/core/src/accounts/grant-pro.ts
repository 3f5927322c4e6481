import { AppError } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { writeAct } from '../audit/write-act.ts';
import { systemClock, type Clock } from '../context.ts';
import { User } from '../users/user.entity.ts';

/**
 * Makes a user Pro until the given instant, beside any payment, and writes it in the audit log,
 * both or neither. For the command line. Throws not_found.
 */
export async function grantPro(
  em: EntityManager,
  email: string,
  until: Date,
  clock: Clock = systemClock,
): Promise<void> {
  await em.transactional(async (within) => {
    const user = await within.findOne(User, { emailKey: email.toLowerCase() });
    if (user === null)
      throw new AppError('not_found', `There is no user with the e-mail ${email}.`);
    user.grantedProUntil = until;
    await writeAct(within, clock, {
      via: 'command',
      action: 'admin.grantPro',
      subject: user,
      details: { until: until.toISOString() },
    });
  });
}
