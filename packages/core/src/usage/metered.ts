import { AppError, plans, type Operation } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import type { Actor, ServiceContext } from '../context.ts';
import { dayOf, monthOf, nextMonthStart } from './months.ts';

export interface Quota {
  /** 0 means unlimited. */
  readonly limit: number;
  readonly used: number;
  readonly reset: Date;
}

/** A reservation that nobody confirmed is given back after this: longer than any call may take. */
const reservationMinutes = 10;
const counted = z.array(z.object({ used: z.coerce.number() }));

/**
 * Runs the work of a program call that costs a unit: the unit is taken before it, in one atomic statement, and given
 * back when it fails. Browser calls and free operations pass through with quota null. Throws quota_exceeded.
 */
export async function metered<Result>(ctx: ServiceContext, operation: Operation, work: () => Promise<Result>): Promise<{ result: Result; quota: Quota | null }> {
  const { actor } = ctx;
  if (actor === null || actor.via === 'session') return { result: await work(), quota: null };
  const limit = plans[actor.user.tier].max_api_queries;
  const reset = nextMonthStart(ctx.clock.now());
  if (operation.cost === 0) {
    const [row] = counted.parse(await ctx.em.fork().execute('select used from usage_month where user_id = ? and month = ?', [actor.user.id, monthOf(ctx.clock.now())]));
    return { result: await work(), quota: { limit, used: row?.used ?? 0, reset } };
  }
  const em = ctx.em.fork();
  const reservation = await reserve(ctx, em, actor, limit);
  try {
    const result = await work();
    await confirm(em, actor, reservation.id, dayOf(ctx.clock.now()));
    return { result, quota: { limit, used: reservation.used, reset } };
  } catch (error) {
    await giveBack(em, 'id = ?', [reservation.id]);
    throw error;
  }
}

async function reserve(ctx: ServiceContext, em: EntityManager, actor: Actor, limit: number): Promise<{ id: string; used: number }> {
  const now = ctx.clock.now();
  const month = monthOf(now);
  const take = async () => {
    const id = uuid();
    const expiresAt = new Date(now.getTime() + reservationMinutes * 60_000);
    const [row] = counted.parse(
      await em.execute(
        `with taken as (
           insert into usage_month (user_id, month, used) values (?, ?, 1)
           on conflict (user_id, month) do update set used = usage_month.used + 1 where ? = 0 or usage_month.used < ?
           returning used),
         noted as (insert into usage_reservation (id, user_id, month, expires_at) select ?, ?, ?, ? from taken)
         select used from taken`,
        [actor.user.id, month, limit, limit, id, actor.user.id, month, expiresAt],
      ),
    );
    return row === undefined ? null : { id, used: row.used };
  };
  const taken = (await take()) ?? ((await expireReservations(em, now, actor.user.id)) > 0 ? await take() : null);
  if (taken !== null) return taken;
  const reset = nextMonthStart(now);
  throw new AppError('quota_exceeded', `You have used ${limit} of ${limit} API queries this month.`, {
    used: limit,
    limit,
    reset: reset.toISOString(),
    retry_after: Math.ceil((reset.getTime() - now.getTime()) / 1000),
  });
}

async function confirm(em: EntityManager, actor: Actor, id: string, day: string): Promise<void> {
  await em.execute(
    `with done as (delete from usage_reservation where id = ? returning user_id)
     insert into usage_day (user_id, day, used) values (?, ?, 1) on conflict (user_id, day) do update set used = usage_day.used + 1`,
    [id, actor.user.id, day],
  );
}

/** Removes reservations and takes their units off the month's count, in one statement. */
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
