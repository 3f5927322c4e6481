import { AppError, type InputOf, type OutputOf, type operations } from '@columnist/contract';
import { noteAudit } from '../audit/audit-trail.ts';
import type { ServiceContext } from '../context.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { dropFactors } from '../second-factors/remove-factors.ts';
import { guessesOf } from '../second-factors/totp.ts';
import { checkCaptcha } from './check-captcha.ts';
import { lockUser } from '../users/lock-user.ts';
import { hashPassword } from '../users/password.ts';
import { refuseCommonPassword, refuseOwnName } from './refuse-common-password.ts';
import { replacePassword } from './replace-password.ts';
import { hashToken } from '../users/secrets.ts';
import { EmailToken } from '../users/session.entity.ts';
import { forgive, networkOf, throttle } from '../users/throttle.ts';

type Reset = (typeof operations)['auth']['resetPassword'];

/**
 * Sets a new password by the single-use token that was mailed. Anyone who was in the account before is
 * out: sessions, API keys, agents, upload links and shared results end. Second factors stay, but
 * those of an address that nobody had verified.
 */
export async function resetPassword(
  ctx: ServiceContext,
  input: InputOf<Reset>,
): Promise<OutputOf<Reset>> {
  await throttle(ctx, { subject: `reset:${networkOf(ctx.address)}`, attempts: 50, seconds: 900 });
  await checkCaptcha(ctx, 'reset_password', input.captchaToken);
  await refuseCommonPassword(input.password);
  const passwordHash = await hashPassword(input.password);
  const now = ctx.clock.now();
  const userId = await ctx.em.transactional(async (em) => {
    const tokenHash = hashToken(input.token);
    const valid = { tokenHash, purpose: 'reset', usedAt: null, expiresAt: { $gt: now } } as const;
    const token = await em.findOne(EmailToken, valid);
    if (token === null) throw refusal();
    // The user first, as a change of the password does, which ends the tokens.
    const user = await lockUser(em, token.user.id);
    if (user === null) throw new AppError('not_found', 'This account was deleted.');
    // Of parallel uses one finds the token unused.
    if ((await em.nativeUpdate(EmailToken, valid, { usedAt: now })) !== 1) throw refusal();
    noteAudit(ctx, { proved: user });
    refuseOwnName(input.password, user.fullName);
    // Anyone who opened the link has the address. Until then, a stranger may have registered it, and
    // the factors may be theirs.
    if (user.emailVerifiedAt === null || user.emailVerifiedAt === undefined) {
      user.emailVerifiedAt = now;
      await dropFactors(em, user.id);
    }
    await em.nativeUpdate(EmailToken, { user: user.id, usedAt: null }, { usedAt: now });
    await replacePassword(em, user, passwordHash, now, { ends: 'access' });
    await queueMail(em, ctx, 'password_changed', user.email, { ended: 'all' });
    return user.id;
  });
  // Who guessed codes had the password, and has it no more.
  await forgive(ctx, guessesOf(userId));
  ctx.cookie?.take();
  return {
    message: 'Your password has been reset successfully. Please log in with your new password.',
  };
}

const refusal = (): AppError =>
  new AppError(
    'invalid_input',
    'Invalid or missing reset token. Please request a new password reset link.',
    { errors: [{ field: 'token', message: 'Invalid or expired.' }] },
  );
