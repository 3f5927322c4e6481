import type { InputOf, OutputOf, operations } from '@columnist/contract';
import type { ServiceContext } from '../context.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { checkCaptcha } from './check-captcha.ts';
import { networkOf, throttle } from '../users/throttle.ts';

type Resend = (typeof operations)['auth']['resendVerification'];

/**
 * Notes another verification message, one a minute for every address, whether anybody has it or
 * not.
 */
export async function resendVerification(
  ctx: ServiceContext,
  input: InputOf<Resend>,
): Promise<OutputOf<Resend>> {
  await throttle(ctx, { subject: `resend:${networkOf(ctx.address)}`, attempts: 30, seconds: 900 });
  await checkCaptcha(ctx, 'resend_verification', input.captchaToken);
  await throttle(
    ctx,
    { subject: `resend:${input.email.trim().toLowerCase()}`, attempts: 1, seconds: 60 },
    (wait) => `A message was sent a moment ago. Try again in ${wait} seconds.`,
  );
  await queueMail(ctx.em, ctx, 'verify', input.email);
  return { message: 'Verification email has been sent.' };
}
