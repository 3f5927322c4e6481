import {
  AppError,
  type AuthResponse,
  type InputOf,
  type SecondFactor,
  type operations,
} from '@columnist/contract';
import { lockUser } from '../users/lock-user.ts';
import { signIn } from '../sessions/sign-in.ts';
import { networkOf, throttle } from '../users/throttle.ts';
import { User } from '../users/user.entity.ts';
import { noteAudit } from '../audit/audit-trail.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { ServiceContext } from '../context.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { countAttempt, findTicket, spendTicket } from './login-ticket.ts';
import { takePasskey, type Asking } from './passkeys.ts';
import { countFactor, forgiveFactors, refusals, takeCode } from './take-code.ts';
import type { LoginTicket } from '../users/second-factor.entity.ts';

type Complete = (typeof operations)['auth']['completeLogin'];

export const loggingInOf = (ticket: LoginTicket): Asking => ({
  user: ticket.user,
  purpose: 'login',
  boundTo: ticket.id,
});

export const expired = (): AppError =>
  new AppError('login_expired', 'This log-in has ended. Type your password again.');

/**
 * The second step of a log-in, by the ticket that the first one answered. A ticket is for one
 * account, ends after ten minutes,
 * five attempts or a change of the password; attempts are counted by account, too, so that new
 * tickets give no more of them.
 */
export async function completeLogin(
  ctx: ServiceContext,
  input: InputOf<Complete>,
): Promise<AuthResponse> {
  await throttle(ctx, { subject: `factor:${networkOf(ctx.address)}`, attempts: 100, seconds: 900 });
  const ticket = await findTicket(ctx, input.ticket);
  if (ticket === null) throw expired();
  await countFactor(ctx, ticket.user.id);
  if (!(await countAttempt(ctx.em, ticket))) throw expired();
  const factor = factorIn(input);
  const { id, email } = await ctx.em.findOneOrFail(User, { id: ticket.user.id });
  noteAudit(ctx, { subject: { id, email }, details: { factor } });
  const right =
    input.passkey === undefined
      ? await takeCode(ctx, { id, email }, input)
      : (await takePasskey(ctx, loggingInOf(ticket), input.passkey)) !== null;
  if (!right) {
    const refusal = new AppError('second_factor_failed', refusals[factor]);
    await recordAudit(ctx, {
      action: 'auth.completeLogin',
      outcome: 'denied',
      details: { code: refusal.code, reason: refusal.message },
    });
    throw refusal;
  }
  await forgiveFactors(ctx, ticket.user.id);
  return ctx.em.transactional(async (em) => {
    // The lock first: a change of the password holds it while it ends the tickets.
    const user = await lockUser(em, ticket.user.id);
    if (user === null || !user.isActive || !(await spendTicket(em, ticket))) throw expired();
    if (factor === 'recovery_code')
      await queueMail(em, ctx, 'second_factor_changed', user.email, {
        change: 'recovery_code_used',
      });
    return signIn(ctx, em, user, { factor: true });
  });
}

const factorIn = ({ code, passkey }: InputOf<Complete>): SecondFactor =>
  code !== undefined ? 'totp' : passkey !== undefined ? 'passkey' : 'recovery_code';
