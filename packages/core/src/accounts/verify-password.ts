import { AppError, operations, type InputOf, type OutputOf } from '@columnist/contract';
import { authorize, type ServiceContext } from '../context.ts';
import { markConfirmed } from '../users/mark-confirmed.ts';
import { verifyPassword as matches } from './password.ts';
import { forgive, throttle } from '../users/throttle.ts';
import { User } from '../users/user.entity.ts';

type Verify = (typeof operations)['auth']['verifyPassword'];

/**
 * Confirms the caller's password and marks this session; never answers 401, which would end it.
 * Throttled like a log-in.
 */
export async function verifyPassword(
  ctx: ServiceContext,
  input: InputOf<Verify>,
): Promise<OutputOf<Verify>> {
  const actor = authorize(ctx, operations.auth.verifyPassword);
  const subject = `confirm:${actor.user.id}`;
  await throttle(ctx, { subject, attempts: 10, seconds: 900 });
  const user = await ctx.em.findOneOrFail(User, { id: actor.user.id });
  if (!(await matches(user.passwordHash, input.password)))
    throw new AppError('forbidden', 'Current password is incorrect', {
      fix: 'Type the password you log in with.',
    });
  await forgive(ctx, subject);
  await markConfirmed(ctx, actor);
  return { valid: true };
}
