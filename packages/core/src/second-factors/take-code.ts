import type { SecondFactor } from '@columnist/contract';
import type { ServiceContext } from '../context.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { forgive, throttle } from '../users/throttle.ts';
import { takeRecoveryCode } from './recovery-codes.ts';
import { guessesOf, takeTotp } from './totp.ts';

/** What is said of one that was not taken. */
export const refusals: Readonly<Record<SecondFactor, string>> = {
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

export interface GivenCode {
  readonly code?: string;
  readonly recovery_code?: string;
}

/**
 * Takes a code of the authenticator app or a recovery code, at a log-in or to confirm, with one
 * count of those that were wrong; false for one that is not right. Throws rate_limited.
 */
export async function takeCode(
  ctx: ServiceContext,
  { id, email }: { readonly id: string; readonly email: string },
  { code, recovery_code: recoveryCode }: GivenCode,
): Promise<boolean> {
  if (code === undefined)
    return (
      recoveryCode !== undefined && takeRecoveryCode(ctx.em, id, recoveryCode, ctx.clock.now())
    );
  // Three codes of six digits are right at a time: ten attempts in 15 minutes would find one within
  // months.
  const tried = await throttle(
    ctx,
    { subject: guessesOf(id), attempts: codesADay, seconds: 86_400 },
    () => tooMany,
  );
  if (await takeTotp(ctx, ctx.em, id, code, true)) return true;
  if (tried === triedUntold) await queueMail(ctx.em, ctx, 'codes_guessed', email);
  return false;
}

/** Counts an attempt to show a factor, whichever, and wherever; throws rate_limited. */
export const countFactor = (ctx: ServiceContext, userId: string): Promise<number> =>
  throttle(ctx, { subject: `factor:${userId}`, attempts: 10, seconds: 900 });

/** Once one was right. */
export async function forgiveFactors(ctx: ServiceContext, userId: string): Promise<void> {
  await forgive(ctx, `factor:${userId}`);
  await forgive(ctx, guessesOf(userId));
}
