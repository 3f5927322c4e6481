import { AppError, plans, type Operation } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import type { Actor, ServiceContext } from '../context.ts';
import { countApiCalls } from './count-api-calls.ts';
import { dayOf, monthOf, nextMonthStart } from './months.ts';

export interface Quota {
  /** 0 means unlimited. */
  readonly limit: number;
  readonly used: number;
  readonly reset: Date;
}

interface Reservation {
  readonly id: string;
  /** This one included. */
  readonly used: number;
}

/** A reservation that nobody confirmed is given back after this: longer than any call may take. */
const reservationMinutes = 10;
const counted = z.array(z.object({ used: z.coerce.number() }));

/**
 * Runs the work of a program call that costs a unit: the unit is taken before it, in one atomic statement, and given
 * back when it fails. Browser calls pass through with quota null, free operations with the quota as it is. Throws
 * quota_exceeded.
 */
export async function metered<Result>(ctx: ServiceContext, operation: Operation, work: () => Promise<Result>): Promise<{ result: Result; quota: Quota | null }> {
  const { actor } = ctx;
  if (actor === null || actor.via === 'session') return { result: await work(), quota: null };
  const em = ctx.em.fork();
  const now = ctx.clock.now();
  const limit = plans[actor.user.tier].max_api_queries;
  const reset = nextMonthStart(now);
  if (operation.cost === 0) {
    const used = await countApiCalls(em, actor.user.id, ctx.clock);
    return { result: await work(), quota: { limit, used, reset } };
  }
  const reservation = await reserveUnit(em, actor, limit, now);
  try {
    const result = await work();
    await confirmUnit(em, reservation.id, now);
    return { result, quota: { limit, used: reservation.used, reset } };
  } catch (error) {
    await giveBack(em, 'id = ?', [reservation.id]);
    throw error;
  }
}

async function reserveUnit(em: EntityManager, { user }: Actor, limit: number, now: Date): Promise<Reservation> {
  const take = () => takeUnit(em, user.id, limit, now);
  const taken = (await take()) ?? ((await expireReservations(em, now, user.id)) > 0 ? await take() : null);
  if (taken !== null) return taken;
  const reset = nextMonthStart(now);
  // More than the limit where the plan was a larger one earlier this month.
  const used = Math.max(limit, await countApiCalls(em, user.id, { now: () => now }));
  throw new AppError('quota_exceeded', `You have used ${used} of ${limit} API queries this month.`, {
    used,
    limit,
    reset: reset.toISOString(),
    retry_after: Math.ceil((reset.getTime() - now.getTime()) / 1000),
  });
}

/** One statement, so that of calls at the same time exactly as many pass as units are left. */
async function takeUnit(em: EntityManager, userId: string, limit: number, now: Date): Promise<Reservation | null> {
  const id = uuid();
  const month = monthOf(now);
  const [row] = counted.parse(
    await em.execute(
      `with taken as (
         insert into usage_month (user_id, month, used) values (?, ?, 1)
         on conflict (user_id, month) do update set used = usage_month.used + 1 where ? = 0 or usage_month.used < ?
         returning used),
       noted as (insert into usage_reservation (id, user_id, month, expires_at) select ?, ?, ?, ? from taken)
       select used from taken`,
      [userId, month, limit, limit, id, userId, month, new Date(now.getTime() + reservationMinutes * 60_000)],
    ),
  );
  return row === undefined ? null : { id, used: row.used };
}

/** Counts for the day on which the unit was taken; one that expired meanwhile was given back and counts nowhere. */
async function confirmUnit(em: EntityManager, id: string, takenAt: Date): Promise<void> {
  await em.execute(
    `with done as (delete from usage_reservation where id = ? returning user_id)
     insert into usage_day (user_id, day, used) select user_id, ?, 1 from done
     on conflict (user_id, day) do update set used = usage_day.used + 1`,
    [id, dayOf(takenAt)],
  );
}

/** Removes reservations and takes their units off the month's count, in one statement; answers for how many users' months. */
async function giveBack(em: EntityManager, which: string, values: unknown[]): Promise<number> {
  const rows = counted.parse(
    await em.execute(
      `with gone as (delete from usage_reservation where ${which} returning user_id, month),
       sums as (select user_id, month, count(*)::int as n from gone group by user_id, month)
       update usage_month m set used = m.used - sums.n from sums where m.user_id = sums.user_id and m.month = sums.month returning m.used`,
      values,
    ),
  );
  return rows.length;
}

/** Gives back what crashed calls had reserved; of one user, or of all. */
export function expireReservations(em: EntityManager, now: Date, userId?: string): Promise<number> {
  return userId === undefined ? giveBack(em, 'expires_at <= ?', [now]) : giveBack(em, 'expires_at <= ? and user_id = ?', [now, userId]);
}
