import { AppError, allowances } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { jobOf, type Actor, type ServiceContext } from '../context.ts';
import { countTogether } from './count-together.ts';

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

/** A user's programs and their sessions are counted apart: neither uses up what the other may. */
export function minuteOf(
  { settings, clock }: Pick<ServiceContext, 'settings' | 'clock'>,
  { user, via }: Actor,
): Minute {
  const seconds = clock.now().getTime() / 1000;
  const number = Math.floor(seconds / 60);
  const { requestsPerMinute, sessionRequestsPerMinute } = allowances[user.tier];
  const [subject, limit] =
    via === 'session'
      ? [`session:${user.id}`, sessionRequestsPerMinute]
      : [`user:${user.id}`, requestsPerMinute];
  return {
    subject,
    number,
    limit: limit * settings.throttleScale,
    resetSeconds: Math.ceil((number + 1) * 60 - seconds),
  };
}

/**
 * Of the latest minute, by database: subjects that have used it up, with their limits. Nothing more
 * is asked of the database for them.
 */
const spent = new WeakMap<object, { number: number; subjects: Set<string> }>();
const nameOf = ({ subject, limit }: Minute): string => `${subject} ${limit}`;

function noteSpent(em: EntityManager, minute: Minute): void {
  const known = spent.get(em.getConnection());
  if (known?.number === minute.number) known.subjects.add(nameOf(minute));
  else
    spent.set(em.getConnection(), { number: minute.number, subjects: new Set([nameOf(minute)]) });
}

const tooMany = ({ limit, resetSeconds }: Minute): AppError =>
  new AppError(
    'rate_limited',
    `More than ${limit} calls in a minute. Wait ${resetSeconds} seconds.`,
    { retry_after: resetSeconds, limit },
  );

/** Throws rate_limited where the minute is known to be used up. */
export function refuseSpent(em: EntityManager, minute: Minute): void {
  const known = spent.get(em.getConnection());
  if (known?.number === minute.number && known.subjects.has(nameOf(minute))) throw tooMany(minute);
}

/**
 * What is left of a minute in which so many calls were counted. Throws rate_limited beyond the
 * plan's allowance.
 */
export function rateAfter(em: EntityManager, calls: number, minute: Minute): RateLimit {
  const { limit, resetSeconds } = minute;
  if (calls <= limit) return { limit, remaining: limit - calls, resetSeconds };
  noteSpent(em, minute);
  throw tooMany(minute);
}

/**
 * Counts a call of this minute; null where nobody is signed in. Throws rate_limited beyond the
 * plan's allowance.
 */
export async function limitRate(ctx: ServiceContext): Promise<RateLimit | null> {
  const { actor } = ctx;
  if (actor === null) return null;
  const minute = minuteOf(ctx, actor);
  refuseSpent(ctx.em, minute);
  return rateAfter(ctx.em, await countTogether(ctx.em, minute), minute);
}

/**
 * Before a body is taken in for a call that would be refused. Throws rate_limited where the minute
 * is known to be used up, and for large ones unavailable where the caller has too many jobs
 * waiting; counts nothing.
 */
export function refuseEarly(ctx: ServiceContext, isLarge: boolean): void {
  const { actor, em, engine } = ctx;
  if (actor === null) return;
  if (isLarge) engine.refuseCrowded(jobOf(ctx));
  refuseSpent(em, minuteOf(ctx, actor));
}
