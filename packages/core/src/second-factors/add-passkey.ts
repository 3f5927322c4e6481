import { AppError, operations, type InputOf, type OutputOf } from '@columnist/contract';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { v7 as uuid } from 'uuid';
import { lockUser } from '../users/lock-user.ts';
import { markFactor } from '../users/mark-confirmed.ts';
import { authorize, type Actor, type ServiceContext } from '../context.ts';
import { codesOfFirst } from './codes-of-first.ts';
import { noteChange } from './note-change.ts';
import { presentPasskey } from './factor.presenter.ts';
import { checkNew, type Asking } from './passkeys.ts';
import { Passkey } from '../users/second-factor.entity.ts';

type Add = (typeof operations)['auth']['addPasskey'];

const passkeysAtMost = 10;

export const addingOf = ({ user, sessionId }: Actor): Asking => ({
  user,
  purpose: 'add',
  boundTo: sessionId ?? user.id,
});

/**
 * Keeps a passkey that the browser made for what startPasskey answered. With the first factor come
 * recovery codes. Throws invalid_input, conflict.
 */
export async function addPasskey(
  ctx: ServiceContext,
  { name, passkey: response }: InputOf<Add>,
): Promise<OutputOf<Add>> {
  const actor = authorize(ctx, operations.auth.addPasskey);
  const made = await checkNew(ctx, addingOf(actor), response);
  if (made === null)
    throw new AppError('invalid_input', 'This passkey could not be checked. Begin again.', {
      errors: [{ field: 'passkey', message: 'Not the answer to what was asked a moment ago.' }],
    });
  return ctx.em
    .transactional(async (em) => {
      await lockUser(em, actor.user.id);
      if ((await em.count(Passkey, { user: actor.user.id })) >= passkeysAtMost)
        throw new AppError('conflict', `An account has at most ${passkeysAtMost} passkeys.`, {
          fix: 'Remove one that is no longer used.',
        });
      const codes = await codesOfFirst(em, actor, ctx.clock.now());
      const kept = em.create(Passkey, {
        id: uuid(),
        user: actor.user.id,
        name,
        ...made,
        createdAt: ctx.clock.now(),
        lastUsedAt: null,
      });
      await em.flush();
      await markFactor(em, actor, ctx.clock.now());
      await noteChange(ctx, em, actor, 'auth.addPasskey', 'passkey_added', name);
      return { passkey: presentPasskey(kept), recovery_codes: codes };
    })
    .catch((error: unknown) => {
      if (error instanceof UniqueConstraintViolationException)
        throw new AppError('conflict', 'This passkey is in use already.', {
          fix: 'Make another one.',
        });
      throw error;
    });
}
