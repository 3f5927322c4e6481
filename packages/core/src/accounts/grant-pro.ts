import { AppError } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { User } from './user.entity.ts';

/** Makes a user Pro until the given instant, beside any payment. */
export async function grantPro(em: EntityManager, email: string, until: Date): Promise<void> {
  const user = await em.findOne(User, { emailKey: email.toLowerCase() });
  if (user === null) throw new AppError('not_found', `There is no user with the e-mail ${email}.`);
  user.grantedProUntil = until;
  await em.flush();
}
