import { AppError } from '@columnist/contract';
import type { ServiceContext } from '../context.ts';
import { verifyPassword } from './password.ts';
import { User } from './user.entity.ts';

/** The user, whose password this is. Throws forbidden where it is not. */
export async function requirePassword(
  { em }: Pick<ServiceContext, 'em'>,
  id: string,
  password: string,
): Promise<User> {
  const user = await em.findOneOrFail(User, { id });
  if (!(await verifyPassword(user.passwordHash, password)))
    throw new AppError('forbidden', 'Current password is incorrect', {
      fix: 'Type the password you log in with.',
    });
  return user;
}
