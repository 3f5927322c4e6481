import { AppError, operations, type OutputOf } from '@columnist/contract';
import { lockUser } from '../users/lock-user.ts';
import { authorize, type ServiceContext } from '../context.ts';
import { factorsOf } from './factors-of.ts';
import { noteChange } from './note-change.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';

/**
 * Ten new recovery codes; those before work no more. Throws conflict where there is no factor to
 * recover.
 */
export async function remakeRecoveryCodes(
  ctx: ServiceContext,
): Promise<OutputOf<(typeof operations)['auth']['remakeRecoveryCodes']>> {
  const actor = authorize(ctx, operations.auth.remakeRecoveryCodes);
  return ctx.em.transactional(async (em) => {
    await lockUser(em, actor.user.id);
    if ((await factorsOf(em, actor.user.id)).length === 0)
      throw new AppError('conflict', 'There is no second factor yet.', {
        fix: 'Set up an authenticator app or a passkey first.',
      });
    const codes = await makeRecoveryCodes(em, actor.user.id, ctx.clock.now());
    await noteChange(ctx, em, actor, 'auth.remakeRecoveryCodes', 'recovery_codes_made');
    return { recovery_codes: codes };
  });
}
