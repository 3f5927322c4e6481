import { AppError } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { v7 as uuid } from 'uuid';
import { writeAct } from '../audit/write-act.ts';
import { systemClock, type Clock } from '../context.ts';
import { requireVerified } from '../users/require-verified.ts';
import { Role, User } from '../users/user.entity.ts';

/** The roles there are. */
const roleNames = ['admin'];

/**
 * Gives a user a role and writes it in the audit log, both or neither. For the command line. Throws
 * not_found, conflict.
 */
export async function grantRole(
  em: EntityManager,
  email: string,
  roleName: string,
  clock: Clock = systemClock,
): Promise<void> {
  if (!roleNames.includes(roleName))
    throw new AppError(
      'not_found',
      `There is no role '${roleName}'. Roles: ${roleNames.join(', ')}.`,
    );
  await em.transactional(async (within) => {
    const user = await within.findOne(
      User,
      { emailKey: email.toLowerCase() },
      { populate: ['roles'] },
    );
    if (user === null)
      throw new AppError('not_found', `There is no user with the e-mail ${email}.`);
    requireVerified(user);
    if (!(await addRole(within, user, roleName))) return;
    await writeAct(within, clock, {
      via: 'command',
      action: 'admin.assignRole',
      subject: user,
      details: { role: roleName },
    });
  });
}

/**
 * False where the user, whose roles are loaded, has it already. Written with the caller's flush.
 */
export async function addRole(em: EntityManager, user: User, roleName: string): Promise<boolean> {
  const role =
    (await em.findOne(Role, { name: roleName })) ?? em.create(Role, { id: uuid(), name: roleName });
  if (user.roles.contains(role)) return false;
  user.roles.add(role);
  return true;
}
