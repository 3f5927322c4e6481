import { AppError, operations, type AdminUser, type InputOf } from '@columnist/contract';
import { refuseLastAdmin } from '../accounts/refuse-last-admin.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { lockUser } from '../users/lock-user.ts';
import { User } from '../users/user.entity.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { authorize, type ServiceContext } from '../context.ts';
import { presentAdminUsers } from './admin-user.presenter.ts';

/**
 * Deactivates a user, whose sessions and key are refused from the next request on, or activates
 * them again.
 */
export async function setActive(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['admin']['setActive']>,
): Promise<AdminUser> {
  authorize(ctx, operations.admin.setActive);
  const [presented] = await ctx.em.transactional(async (em) => {
    const user = await em.findOne(User, { id: input.id }, { populate: ['roles'] });
    if (user === null) throw new AppError('not_found', 'User not found.');
    // A log-in holds it while it opens a session: none is left that would live again.
    await lockUser(em, user.id);
    if (!input.is_active) {
      await refuseLastAdmin(em, user.id);
      await endSessions(em, user.id, ctx.clock.now(), null);
    }
    user.isActive = input.is_active;
    await em.flush();
    return presentAdminUsers(em, [user], ctx.clock);
  });
  if (presented === undefined) throw new AppError('not_found', 'User not found.');
  await recordAudit(ctx, {
    action: input.is_active ? 'admin.activate' : 'admin.deactivate',
    target: presented.email,
    subject: presented,
    outcome: 'done',
  });
  return presented;
}
