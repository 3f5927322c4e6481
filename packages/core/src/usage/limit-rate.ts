import { AppError, allowances } from '@columnist/contract';
import { z } from 'zod';
import type { ServiceContext } from '../context.ts';

export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

const counted = z.array(z.object({ calls: z.coerce.number() }));

/** Counts a program call of this minute; null for browser calls. Throws rate_limited beyond the plan's allowance. */
export async function limitRate(ctx: ServiceContext): Promise<RateLimit | null> {
  const { actor } = ctx;
  if (actor === null || actor.via === 'session') return null;
  const limit = allowances[actor.user.tier].requestsPerMinute * ctx.settings.throttleScale;
  const seconds = ctx.clock.now().getTime() / 1000;
  const minute = Math.floor(seconds / 60);
  const [row] = counted.parse(
    await ctx.em.fork().execute(
      'insert into rate_window (subject, minute, calls) values (?, ?, 1) on conflict (subject, minute) do update set calls = rate_window.calls + 1 returning calls',
      [`user:${actor.user.id}`, minute],
    ),
  );
  const calls = row?.calls ?? 1;
  const resetSeconds = Math.ceil((minute + 1) * 60 - seconds);
  if (calls > limit) throw new AppError('rate_limited', `More than ${limit} calls in a minute. Wait ${resetSeconds} seconds.`, { retry_after: resetSeconds, limit });
  return { limit, remaining: limit - calls, resetSeconds };
}
