import { AppError, operations, type InputOf, type OutputOf } from '@columnist/contract';
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
 * Confirms with a passkey, in place of the password, and marks this session; never answers 401,
 * which would end it.
 */
export async function confirmWithPasskey(
  ctx: ServiceContext,
  { passkey }: InputOf<Confirm>,
): Promise<OutputOf<Confirm>> {
  const actor = authorize(ctx, operations.auth.confirmWithPasskey);
  const subject = `confirm:${actor.user.id}`;
  await throttle(ctx, { subject, attempts: 10, seconds: 900 });
  if (!(await takePasskey(ctx, confirmingOf(actor), passkey)))
    throw new AppError('forbidden', 'This passkey was not accepted.', {
      fix: 'Try again, or confirm with your password.',
    });
  await forgive(ctx, subject);
  await markConfirmed(ctx, actor, { factor: true });
  return { valid: true };
}
