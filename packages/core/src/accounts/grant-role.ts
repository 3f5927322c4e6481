import { AppError } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { v7 as uuid } from 'uuid';
import { Role, User } from './user.entity.ts';

/** The roles there are. */
const roleNames = ['admin'];

/** Gives a user a role. For the command line and the first administrator. */
export async function grantRole(em: EntityManager, email: string, roleName: string): Promise<void> {
  if (!roleNames.includes(roleName)) throw new AppError('not_found', `There is no role '${roleName}'. Roles: ${roleNames.join(', ')}.`);
  const user = await em.findOne(User, { emailKey: email.toLowerCase() }, { populate: ['roles'] });
  if (user === null) throw new AppError('not_found', `There is no user with the e-mail ${email}.`);
  const role = (await em.findOne(Role, { name: roleName })) ?? em.create(Role, { id: uuid(), name: roleName });
  if (!user.roles.contains(role)) user.roles.add(role);
  await em.flush();
}
