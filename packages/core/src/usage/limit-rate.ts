import { AppError, allowances } from '@columnist/contract';
import { z } from 'zod';
import type { Actor, ServiceContext } from '../context.ts';
import { runStatement } from '../database/run-statement.ts';

export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** The minute in which a call is counted. */
export interface Minute {
  readonly subject: string;
  readonly number: number;
  readonly limit: number;
  readonly resetSeconds: number;
}

/** Adds $3 calls to the minute $2 of a subject $1. */
export const countCalls = `insert into rate_window (subject, minute, calls) values ($1, $2, $3::int)
  on conflict (subject, minute) do update set calls = rate_window.calls + $3 returning calls`;

const counted = z.array(z.object({ calls: z.int() }));

export function minuteOf({ settings, clock }: Pick<ServiceContext, 'settings' | 'clock'>, { user }: Actor): Minute {
  const seconds = clock.now().getTime() / 1000;
  const number = Math.floor(seconds / 60);
  return { subject: `user:${user.id}`, number, limit: allowances[user.tier].requestsPerMinute * settings.throttleScale, resetSeconds: Math.ceil((number + 1) * 60 - seconds) };
}

/** What is left of a minute in which so many calls were counted. Throws rate_limited beyond the plan's allowance. */
export function rateAfter(calls: number, { limit, resetSeconds }: Minute): RateLimit {
  if (calls > limit) throw new AppError('rate_limited', `More than ${limit} calls in a minute. Wait ${resetSeconds} seconds.`, { retry_after: resetSeconds, limit });
  return { limit, remaining: limit - calls, resetSeconds };
}

/** Counts a program call of this minute; null for browser calls. Throws rate_limited beyond the plan's allowance. */
export async function limitRate(ctx: ServiceContext): Promise<RateLimit | null> {
  const { actor } = ctx;
  if (actor === null || actor.via === 'session') return null;
  const minute = minuteOf(ctx, actor);
  const [row] = counted.parse(await runStatement(ctx.em, countCalls, [minute.subject, minute.number, 1]));
  return rateAfter(row?.calls ?? 1, minute);
}
