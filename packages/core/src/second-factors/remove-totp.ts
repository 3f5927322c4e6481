import { AppError, operations } from '@columnist/contract';
import { lockUser } from '../users/lock-user.ts';
import { authorize, type ServiceContext } from '../context.ts';
import { dropCodesOfLast } from './codes-of-first.ts';
import { noteChange } from './note-change.ts';
import { TotpSecret } from '../users/second-factor.entity.ts';

/** The authenticator app's codes open nothing any more. Throws not_found. */
export async function removeTotp(ctx: ServiceContext): Promise<void> {
  const actor = authorize(ctx, operations.auth.removeTotp);
  await ctx.em.transactional(async (em) => {
    await lockUser(em, actor.user.id);
    if (
      (await em.nativeDelete(TotpSecret, { user: actor.user.id, confirmedAt: { $ne: null } })) === 0
    )
      throw new AppError('not_found', 'No authenticator app is set up.');
    await dropCodesOfLast(em, actor.user.id);
    await noteChange(ctx, em, actor, 'auth.removeTotp', 'totp_removed');
  });
}
