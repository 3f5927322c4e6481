import {
  AppError,
  type AuthResponse,
  type InputOf,
  type SecondFactor,
  type operations,
} from '@columnist/contract';
import { lockUser } from '../users/lock-user.ts';
import { signIn } from '../sessions/sign-in.ts';
import { forgive, networkOf, throttle } from '../users/throttle.ts';
import { User } from '../users/user.entity.ts';
import { noteAudit } from '../audit/audit-trail.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { ServiceContext } from '../context.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { countAttempt, findTicket, spendTicket } from './login-ticket.ts';
import { takePasskey, type Asking } from './passkeys.ts';
import { takeRecoveryCode } from './recovery-codes.ts';
import type { LoginTicket } from '../users/second-factor.entity.ts';
import { guessesOf, takeTotp } from './totp.ts';

type Complete = (typeof operations)['auth']['completeLogin'];

export const loggingInOf = (ticket: LoginTicket): Asking => ({
  user: ticket.user,
  purpose: 'login',
  boundTo: ticket.id,
});

export const expired = (): AppError =>
  new AppError('login_expired', 'This log-in has ended. Type your password again.');

const refusals: Readonly<Record<SecondFactor, string>> = {
  totp: 'This code is not right. Codes change every 30 seconds, and each works once.',
  passkey: 'This passkey was not accepted.',
  recovery_code: 'This recovery code is not right, or was used before.',
};

/** Of an authenticator app, by account, until one is right. */
const codesADay = 30;
/** After so many wrong ones the owner is warned that somebody has the password. */
const triedUntold = 5;
const tooMany =
  'Too many wrong codes today. Use a passkey or a recovery code, or try again tomorrow.';

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
  const subject = `factor:${ticket.user.id}`;
  await throttle(ctx, { subject, attempts: 10, seconds: 900 });
  if (!(await countAttempt(ctx.em, ticket))) throw expired();
  const factor = factorIn(input);
  // Three codes of six digits are right at a time: ten attempts in 15 minutes would find one within
  // months.
  const tried =
    factor === 'totp'
      ? await throttle(
          ctx,
          { subject: guessesOf(ticket.user.id), attempts: codesADay, seconds: 86_400 },
          () => tooMany,
        )
      : 0;
  const { id, email } = await ctx.em.findOneOrFail(User, { id: ticket.user.id });
  noteAudit(ctx, { subject: { id, email }, details: { factor } });
  if (!(await prove(ctx, ticket, input))) {
    if (tried === triedUntold) await queueMail(ctx.em, ctx, 'codes_guessed', email);
    const refusal = new AppError('second_factor_failed', refusals[factor]);
    await recordAudit(ctx, {
      action: 'auth.completeLogin',
      outcome: 'denied',
      details: { code: refusal.code, reason: refusal.message },
    });
    throw refusal;
  }
  await forgive(ctx, subject);
  await forgive(ctx, guessesOf(ticket.user.id));
  return ctx.em.transactional(async (em) => {
    // The lock first: a change of the password holds it while it ends the tickets.
    const user = await lockUser(em, ticket.user.id);
    if (user === null || !user.isActive || !(await spendTicket(em, ticket))) throw expired();
    if (factor === 'recovery_code')
      await queueMail(em, ctx, 'second_factor_changed', user.email, {
        change: 'recovery_code_used',
      });
    return signIn(ctx, em, user);
  });
}

const factorIn = ({ code, passkey }: InputOf<Complete>): SecondFactor =>
  code !== undefined ? 'totp' : passkey !== undefined ? 'passkey' : 'recovery_code';

async function prove(
  ctx: ServiceContext,
  ticket: LoginTicket,
  { code, passkey, recovery_code: recoveryCode }: InputOf<Complete>,
): Promise<boolean> {
  if (code !== undefined) return takeTotp(ctx, ctx.em, ticket.user.id, code, true);
  if (passkey !== undefined) return takePasskey(ctx, loggingInOf(ticket), passkey);
  return (
    recoveryCode !== undefined &&
    takeRecoveryCode(ctx.em, ticket.user.id, recoveryCode, ctx.clock.now())
  );
}
