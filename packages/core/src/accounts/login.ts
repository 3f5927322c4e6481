import { AppError, type AuthResponse, type InputOf, type operations } from '@columnist/contract';
import type { ServiceContext } from '../context.ts';
import { openSession } from './open-session.ts';
import { verifyPassword } from './password.ts';
import { User } from './user.entity.ts';
import { presentUser } from './user.presenter.ts';

/** Signs in. Unknown address, wrong password and deactivated account answer alike, in the same time. */
export async function login(ctx: ServiceContext, input: InputOf<(typeof operations)['auth']['login']>): Promise<AuthResponse> {
  const found = await ctx.em.findOne(User, { emailKey: input.email.trim().toLowerCase() });
  const matches = await verifyPassword(found?.passwordHash ?? null, input.password);
  if (found === null || !matches || !found.isActive) throw new AppError('invalid_credentials', 'Incorrect email or password');
  return ctx.em.transactional(async (em) => {
    found.lastLoginAt = ctx.clock.now();
    const tokens = await openSession(ctx, em, found);
    return { ...tokens, user: await presentUser(em, found, ctx.clock) };
  });
}
