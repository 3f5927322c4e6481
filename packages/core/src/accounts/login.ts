import { AppError, type AuthResponse, type InputOf, type operations } from '@columnist/contract';
import type { ServiceContext } from '../context.ts';
import { noteAudit } from '../audit/audit-trail.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { factorsOf } from '../second-factors/factors-of.ts';
import { openTicket } from '../second-factors/login-ticket.ts';
import { checkCaptcha } from './check-captcha.ts';
import { lockUser } from '../users/lock-user.ts';
import { verifyPassword } from '../users/password.ts';
import { signIn } from '../sessions/sign-in.ts';
import { forgive, networkOf, throttle } from '../users/throttle.ts';
import { User } from '../users/user.entity.ts';

/**
 * Signs in. Unknown address, wrong password and deactivated account answer alike, in the same time.
 * Attempts are counted by
 * account and network together, so that nobody can lock an owner out from elsewhere, and by
 * network. Somebody with a second
 * factor gets a ticket in place of a session: throws second_factor_required.
 */
export async function login(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['auth']['login']>,
): Promise<AuthResponse> {
  const emailKey = input.email.trim().toLowerCase();
  const network = networkOf(ctx.address);
  const subject = `login:${network}:${emailKey}`;
  await throttle(ctx, { subject: `login:${network}`, attempts: 100, seconds: 900 });
  await throttle(ctx, { subject, attempts: 10, seconds: 900 });
  await checkCaptcha(ctx, 'login', input.captchaToken);
  const found = await ctx.em.findOne(User, { emailKey });
  noteAudit(ctx, { subject: found });
  const matches = await verifyPassword(found?.passwordHash ?? null, input.password);
  if (found === null || !matches || !found.isActive) throw wrong();
  await forgive(ctx, subject);
  const { id, passwordHash } = found;
  const outcome = await ctx.em.transactional(async (em) => {
    const user = await lockUser(em, id);
    // Changed or deactivated since it was read: checking a password takes long enough for that, and
    // no session may outlive it.
    if (user?.passwordHash !== passwordHash || !user.isActive) throw wrong();
    const factors = await factorsOf(em, id);
    if (factors.length === 0) return signIn(ctx, em, user);
    // About the account, by nobody who is known yet: a password alone proves nothing here.
    await recordAudit(ctx, { action: 'auth.askSecondFactor', outcome: 'done' }, em);
    return { ticket: await openTicket(ctx, em, id), factors };
  });
  // After the transaction, which keeps the ticket.
  if ('ticket' in outcome)
    throw new AppError(
      'second_factor_required',
      'Enter the code of your authenticator app, or use a passkey.',
      outcome,
    );
  return outcome;
}

const wrong = (): AppError => new AppError('invalid_credentials', 'Incorrect email or password');
