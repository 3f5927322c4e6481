import { operations, type User as WireUser } from '@columnist/contract';
import { authorize, type ServiceContext } from '../context.ts';
import { User } from '../users/user.entity.ts';
import { presentUser } from '../users/user.presenter.ts';

export async function getMe(ctx: ServiceContext): Promise<WireUser> {
  const actor = authorize(ctx, operations.auth.me);
  return presentUser(ctx.em, await ctx.em.findOneOrFail(User, { id: actor.user.id }), ctx.clock);
}
