import { AppError, operations, type InputOf, type OutputOf } from '@columnist/contract';
import { noteAudit } from '../audit/audit-trail.ts';
import { authorize, type ServiceContext } from '../context.ts';
import { queueMail } from '../mail/queue-mail.ts';
import {
  countFactor,
  forgiveFactors,
  refusals,
  takeCode,
  type GivenCode,
} from '../second-factors/take-code.ts';
import { markConfirmed } from '../users/mark-confirmed.ts';
import { requirePassword } from '../users/require-password.ts';
import { forgive, throttle } from '../users/throttle.ts';
import type { User } from '../users/user.entity.ts';

type Verify = (typeof operations)['auth']['verifyPassword'];

/**
 * Confirms the caller's password, and a code of a second factor that is sent along, and marks this
 * session; never answers 401, which would end it. Throttled like a log-in.
 */
export async function verifyPassword(
  ctx: ServiceContext,
  { password, ...given }: InputOf<Verify>,
): Promise<OutputOf<Verify>> {
  const actor = authorize(ctx, operations.auth.verifyPassword);
  const subject = `confirm:${actor.user.id}`;
  await throttle(ctx, { subject, attempts: 10, seconds: 900 });
  const user = await requirePassword(ctx, actor.user.id, password);
  const factor = given.code !== undefined || given.recovery_code !== undefined;
  if (factor) await checkCode(ctx, user, given);
  await forgive(ctx, subject);
  await markConfirmed(ctx, actor, { factor });
  return { valid: true };
}

async function checkCode(ctx: ServiceContext, user: User, given: GivenCode): Promise<void> {
  const kind = given.code === undefined ? 'recovery_code' : 'totp';
  noteAudit(ctx, { details: { factor: kind } });
  await countFactor(ctx, user.id);
  if (!(await takeCode(ctx, user, given)))
    throw new AppError('forbidden', refusals[kind], {
      fix: 'Type another code, or confirm with a passkey.',
    });
  await forgiveFactors(ctx, user.id);
  if (kind === 'recovery_code')
    await queueMail(ctx.em, ctx, 'second_factor_changed', user.email, {
      change: 'recovery_code_shown',
    });
}
