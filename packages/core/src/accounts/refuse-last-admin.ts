import { AppError } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { z } from 'zod';

const counted = z.array(z.object({ user_id: z.string() }));

/**
 * Throws conflict where this user is the only active administrator. Locks the roles, so that two
 * cannot leave at once.
 */
export async function refuseLastAdmin(em: EntityManager, userId: string): Promise<void> {
  await em.execute(`select id from role where name = 'admin' for update`);
  const admins = counted.parse(
    await em.execute(
      'select ur.user_id from user_role ur join role r on r.id = ur.role_id join ' +
        `user_account u on u.id = ur.user_id where r.name = 'admin' and u.is_active`,
    ),
  );
  if (admins.length === 1 && admins[0]?.user_id === userId)
    throw new AppError(
      'conflict',
      'This is the last administrator. Make somebody else an administrator first.',
      { fix: 'Assign the role admin to another user first.' },
    );
}
