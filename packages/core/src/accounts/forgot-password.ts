import type { InputOf, OutputOf, operations } from '@columnist/contract';
import { noteAudit } from '../audit/audit-trail.ts';
import type { ServiceContext } from '../context.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { checkCaptcha } from './check-captcha.ts';
import { networkOf, throttle } from '../users/throttle.ts';
import { User } from '../users/user.entity.ts';

type Forgot = (typeof operations)['auth']['forgotPassword'];

/**
 * Notes a reset message. Whether anybody has the address is looked up when it is sent, so the
 * answer and its time tell nothing.
 */
export async function forgotPassword(
  ctx: ServiceContext,
  input: InputOf<Forgot>,
): Promise<OutputOf<Forgot>> {
  const network = networkOf(ctx.address);
  await throttle(ctx, { subject: `forgot:${network}`, attempts: 30, seconds: 900 });
  await throttle(ctx, {
    subject: `forgot:${network}:${input.email.trim().toLowerCase()}`,
    attempts: 5,
    seconds: 900,
  });
  await checkCaptcha(ctx, 'forgot_password', input.captchaToken);
  await queueMail(ctx.em, ctx, 'reset', input.email);
  // For the log alone, and one statement whether there is such an account or not.
  noteAudit(ctx, {
    subject: await ctx.em.findOne(User, { emailKey: input.email.trim().toLowerCase() }),
  });
  return { message: 'Password reset link has been sent to your email.' };
}
