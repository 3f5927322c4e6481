import { AppError, operations, type AdminUser, type InputOf } from '@columnist/contract';
import { User } from '../users/user.entity.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { authorize, type ServiceContext } from '../context.ts';
import { presentAdminUsers } from './admin-user.presenter.ts';

/** Lets somebody upload larger files than their plan, or no longer. Throws not_found. */
export async function raiseFileSize(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['admin']['raiseFileSize']>,
): Promise<AdminUser> {
  authorize(ctx, operations.admin.raiseFileSize);
  const [presented] = await ctx.em.transactional(async (em) => {
    const user = await em.findOne(User, { id: input.id }, { populate: ['roles'] });
    if (user === null) throw new AppError('not_found', 'User not found.');
    user.raisedFileMb = input.megabytes;
    await em.flush();
    return presentAdminUsers(em, [user], ctx.clock);
  });
  if (presented === undefined) throw new AppError('not_found', 'User not found.');
  await recordAudit(ctx, {
    action: 'admin.raiseFileSize',
    target: presented.email,
    subject: presented,
    outcome: 'done',
    details: { megabytes: input.megabytes === null ? 'as the plan' : String(input.megabytes) },
  });
  return presented;
}
