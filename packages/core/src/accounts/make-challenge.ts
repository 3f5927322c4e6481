import { AppError, type InputOf, type OutputOf, type operations } from '@columnist/contract';
import type { ServiceContext } from '../context.ts';
import { networkOf, throttle } from '../users/throttle.ts';

type Challenge = (typeof operations)['auth']['challenge'];

/** Of a network in a minute; every so many more double the work. */
const attemptsAtUsualWork = 20;

/** A captcha to solve for one action, where this installation makes its own. */
export async function makeChallenge(
  ctx: ServiceContext,
  { action }: InputOf<Challenge>,
): Promise<OutputOf<Challenge>> {
  const asked = await throttle(ctx, {
    subject: `challenge:${networkOf(ctx.address)}`,
    attempts: 300,
    seconds: 60,
  });
  // Each attempt that fails asks for another.
  const times = 2 ** Math.floor(asked / (attemptsAtUsualWork * ctx.settings.throttleScale));
  const challenge = await ctx.ports.captcha.challenge(action, ctx.clock.now(), times);
  return challenge ?? notServed();
}

function notServed(): never {
  throw new AppError('not_found', 'This installation serves no captcha of its own.');
}
