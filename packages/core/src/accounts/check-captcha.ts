import { AppError, type CaptchaAction } from '@columnist/contract';
import { z } from 'zod';
import type { ServiceContext } from '../context.ts';

const failed: Readonly<Record<CaptchaAction, string>> = {
  login: 'CAPTCHA verification failed. Please try again or refresh the page.',
  register: 'CAPTCHA verification failed. Please try again or refresh the page.',
  forgot_password: 'CAPTCHA verification failed. Please refresh the page and try again.',
  reset_password: 'CAPTCHA verification failed. Please refresh the page and try again.',
  resend_verification: 'CAPTCHA verification failed. Please refresh the page and try again.',
};

/**
 * Every failure alike: no token, a wrong one, one used before, a provider that does not answer.
 * Throws captcha_failed.
 */
export async function checkCaptcha(
  ctx: Pick<ServiceContext, 'em' | 'ports' | 'clock'>,
  action: CaptchaAction,
  token: string | undefined,
): Promise<void> {
  const { captcha } = ctx.ports;
  if (captcha.kind === 'off') return;
  if (token === undefined && action === 'reset_password')
    throw new AppError(
      'captcha_failed',
      'CAPTCHA verification is required. Please refresh the page and try again.',
    );
  const solved =
    token === undefined || token === ''
      ? null
      : await captcha.verify(token, action, ctx.clock.now());
  // The insert is the lock: of parallel uses of one solution one is the first.
  const first =
    solved === null
      ? []
      : await ctx.em
          .fork()
          .execute(
            'insert into spent_captcha (nonce, expires_at) values (?, ?) on conflict do nothing returning nonce',
            [solved.nonce, solved.expiresAt],
          );
  if (z.array(z.unknown()).parse(first).length !== 1)
    throw new AppError('captcha_failed', failed[action]);
}
