import { AppError, operations, type AdminUser, type InputOf } from '@columnist/contract';
import { requireFuture } from '../users/require-future.ts';
import { User } from '../users/user.entity.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { authorize, type ServiceContext } from '../context.ts';
import { presentAdminUsers } from './admin-user.presenter.ts';

/** Gives Pro until an instant, or ends what was given; payments are not touched. */
export async function grantProUntil(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['admin']['grantPro']>,
): Promise<AdminUser> {
  authorize(ctx, operations.admin.grantPro);
  const until = input.until === null ? null : new Date(input.until);
  if (until !== null) requireFuture(ctx, 'until', until);
  const [presented] = await ctx.em.transactional(async (em) => {
    const user = await em.findOne(User, { id: input.id }, { populate: ['roles'] });
    if (user === null) throw new AppError('not_found', 'User not found.');
    user.grantedProUntil = until;
    await em.flush();
    return presentAdminUsers(em, [user], ctx.clock);
  });
  if (presented === undefined) throw new AppError('not_found', 'User not found.');
  await recordAudit(ctx, {
    action: 'admin.grantPro',
    target: presented.email,
    subject: presented,
    outcome: 'done',
    details: { until: input.until ?? 'ended' },
  });
  return presented;
}
