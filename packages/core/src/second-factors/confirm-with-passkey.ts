import { AppError, operations, type InputOf, type OutputOf } from '@columnist/contract';
import { requirePassword } from '../users/require-password.ts';
import { markConfirmed } from '../users/mark-confirmed.ts';
import { forgive, throttle } from '../users/throttle.ts';
import { authorize, type Actor, type ServiceContext } from '../context.ts';
import { takePasskey, type Asking } from './passkeys.ts';

type Confirm = (typeof operations)['auth']['confirmWithPasskey'];

export const confirmingOf = ({ user, sessionId }: Actor): Asking => ({
  user,
  purpose: 'confirm',
  boundTo: sessionId ?? user.id,
});

/**
 * Confirms with a passkey and marks this session; never answers 401, which would end it. One that
 * knows its owner is enough in place of the password; one that shows possession alone is taken
 * beside it.
 */
export async function confirmWithPasskey(
  ctx: ServiceContext,
  { passkey, password }: InputOf<Confirm>,
): Promise<OutputOf<Confirm>> {
  const actor = authorize(ctx, operations.auth.confirmWithPasskey);
  const subject = `confirm:${actor.user.id}`;
  await throttle(ctx, { subject, attempts: 10, seconds: 900 });
  if (password !== undefined) await requirePassword(ctx, actor.user.id, password);
  const shown = await takePasskey(ctx, confirmingOf(actor), passkey);
  if (shown === null)
    throw new AppError('forbidden', 'This passkey was not accepted.', {
      fix: 'Try again, or confirm with your password.',
    });
  if (shown === 'possession' && password === undefined)
    throw new AppError('forbidden', 'This passkey does not ask who has it.', {
      fix: 'Type your password first, then use the passkey beside it.',
    });
  await forgive(ctx, subject);
  await markConfirmed(ctx, actor, { factor: true });
  return { valid: true };
}
