import { AppError } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { v7 as uuid } from 'uuid';
import { Role, User } from './user.entity.ts';

/** Gives a user a role, making the role where it is new. For the command line and the first administrator. */
export async function grantRole(em: EntityManager, email: string, roleName: string): Promise<void> {
  const user = await em.findOne(User, { emailKey: email.toLowerCase() }, { populate: ['roles'] });
  if (user === null) throw new AppError('not_found', `There is no user with the e-mail ${email}.`);
  const role = (await em.findOne(Role, { name: roleName })) ?? em.create(Role, { id: uuid(), name: roleName });
  if (!user.roles.contains(role)) user.roles.add(role);
  await em.flush();
}
