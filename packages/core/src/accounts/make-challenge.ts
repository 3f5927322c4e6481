import { AppError, type InputOf, type OutputOf, type operations } from '@columnist/contract';
import type { ServiceContext } from '../context.ts';
import { networkOf, throttle } from './throttle.ts';

type Challenge = (typeof operations)['auth']['challenge'];

/** A captcha to solve for one action, where this installation makes its own. */
export async function makeChallenge(ctx: ServiceContext, { action }: InputOf<Challenge>): Promise<OutputOf<Challenge>> {
  await throttle(ctx, { subject: `challenge:${networkOf(ctx.address)}`, attempts: 300, seconds: 60 });
  const challenge = await ctx.ports.captcha.challenge(action, ctx.clock.now());
  return challenge ?? notServed();
}

function notServed(): never {
  throw new AppError('not_found', 'This installation serves no captcha of its own.');
}
