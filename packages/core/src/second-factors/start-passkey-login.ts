import type { InputOf, OutputOf, operations } from '@columnist/contract';
import { networkOf, throttle } from '../users/throttle.ts';
import type { ServiceContext } from '../context.ts';
import { expired, loggingInOf } from './complete-login.ts';
import { findTicket } from './login-ticket.ts';
import { askForKnown } from './passkeys.ts';

type Start = (typeof operations)['auth']['startPasskeyLogin'];

/**
 * What a browser needs to take the second step of a log-in with a passkey. Throws login_expired.
 */
export async function startPasskeyLogin(
  ctx: ServiceContext,
  { ticket: token }: InputOf<Start>,
): Promise<OutputOf<Start>> {
  await throttle(ctx, { subject: `factor:${networkOf(ctx.address)}`, attempts: 100, seconds: 900 });
  const ticket = await findTicket(ctx, token);
  if (ticket === null) throw expired();
  return askForKnown(ctx, loggingInOf(ticket));
}
