import { AppError, operations, type InputOf } from '@columnist/contract';
import { lockUser } from '../users/lock-user.ts';
import { authorize, type ServiceContext } from '../context.ts';
import { dropCodesOfLast } from './codes-of-first.ts';
import { noteChange } from './note-change.ts';
import { Passkey } from '../users/second-factor.entity.ts';

/** A passkey of the caller's opens nothing any more. Throws not_found. */
export async function removePasskey(
  ctx: ServiceContext,
  { id }: InputOf<(typeof operations)['auth']['removePasskey']>,
): Promise<void> {
  const actor = authorize(ctx, operations.auth.removePasskey);
  await ctx.em.transactional(async (em) => {
    await lockUser(em, actor.user.id);
    const passkey = await em.findOne(Passkey, { id, user: actor.user.id }, { fields: ['name'] });
    if (passkey === null) throw new AppError('not_found', 'There is no such passkey.');
    await em.nativeDelete(Passkey, { id, user: actor.user.id });
    await dropCodesOfLast(em, actor.user.id);
    await noteChange(ctx, em, actor, 'auth.removePasskey', 'passkey_removed', passkey.name);
  });
}
