import { AppError, plans, type Operation } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { insertCall, noteOf, type CallNote } from '../agents/record-call.ts';
import type { Actor, ServiceContext } from '../context.ts';
import { runStatement } from '../database/run-statement.ts';
import { countApiCalls } from '../users/count-api-calls.ts';
import { countCalls } from './count-together.ts';
import { limitRate, minuteOf, rateAfter, refuseSpent, type RateLimit } from './limit-rate.ts';
import { dayOf, monthOf, nextMonthStart } from '../months.ts';
import { settleTogether, type Settled } from './settle-together.ts';

export interface Quota {
  /** 0 means unlimited. */
  readonly limit: number;
  readonly used: number;
  readonly reset: Date;
}

/** What is known of a call once it is counted, for the headers of its answer. */
export interface Counted {
  readonly rate?: RateLimit;
  readonly quota?: Quota;
}

/** A reservation that nobody confirmed is given back after this: longer than any call may take. */
const reservationMinutes = 10;

/**
 * Of one user: the call in its minute and, where that has room, a unit of the month where one is
 * left, to be given back.
 */
const reserve = `with rate as (${countCalls}),
  taken as (
    insert into usage_month (user_id, month, used) select $4::uuid, $5::text, 1 from rate where calls <= $6::int
    on conflict (user_id, month) do update set used = usage_month.used + 1 where $7::int = 0 or usage_month.used < $7
    returning used),
  reserved as (insert into usage_reservation (id, user_id, month, expires_at) select $8::uuid, $4, $5, $9::timestamptz from taken)
  select rate.calls, taken.used from rate left join taken on true`;
/**
 * Counts for the day on which the unit was taken; one that expired meanwhile was given back and
 * counts nowhere.
 */
const confirm = `with done as (delete from usage_reservation where id = $1 returning user_id),
  counted as (
    insert into usage_day (user_id, day, used) select user_id, $2::text, 1 from done
    on conflict (user_id, day) do update set used = usage_day.used + 1)
  ${insertCall(3)}`;
const countFree = `with rate as (${countCalls})
  select rate.calls, coalesce((select used from usage_month where user_id = $4 and month = $5), 0) as used from rate`;

const answers = z.tuple([z.object({ calls: z.int(), used: z.int().nullable() })]);

/**
 * Whether a call counts towards the month: those of keys and agents, and those of a session that
 * come through REST. The
 * browser's own come through tRPC; files it can fetch by REST alone, so these are free for
 * sessions.
 */
const countsForMonth = ({ door }: ServiceContext, { via }: Actor, { rest }: Operation): boolean =>
  via !== 'session' || (door !== 'browser' && rest?.answer !== 'file');

/**
 * Runs the work of a program call, counts it and notes it for its owner (a key's or an agent's;
 * nobody else acts in a
 * session). Browser calls count for the minute alone. A call that costs a
 * unit takes it in one atomic statement: before the engine works for it, to be given back when the
 * work fails, or, where
 * the engine was not needed, with the note, together with the calls that end at the same time. A
 * call that fails before counts for the minute alone. Throws rate_limited,
 * quota_exceeded.
 */
export async function metered<Result>(
  ctx: ServiceContext,
  operation: Operation,
  input: unknown,
  work: (ctx: ServiceContext) => Promise<Result>,
  onCounted: (counted: Counted) => void,
): Promise<Result> {
  const { actor, em } = ctx;
  if (actor === null) return work(ctx);
  if (!countsForMonth(ctx, actor, operation)) {
    const rate = await limitRate(ctx);
    if (rate !== null) onCounted({ rate });
    return work(ctx);
  }
  const now = ctx.clock.now();
  const minute = minuteOf(ctx, actor);
  refuseSpent(em, minute);
  const [month, day] = [monthOf(now), dayOf(now)];
  const limit = plans[actor.user.tier].max_api_queries;
  const tell = ({ calls, used }: Settled): void => {
    const rate = rateAfter(em, calls, minute);
    onCounted(
      used === null ? { rate } : { rate, quota: { limit, used, reset: nextMonthStart(now) } },
    );
  };
  const count = async (
    statement: string,
    calls: 0 | 1,
    ...more: readonly unknown[]
  ): Promise<boolean> => {
    const [sofar] = answers.parse(
      await runStatement(em, statement, [
        minute.subject,
        minute.number,
        calls,
        actor.user.id,
        month,
        ...more,
      ]),
    );
    tell(sofar);
    return sofar.used !== null;
  };
  const note = (result: unknown): CallNote =>
    noteOf(ctx, actor, operation, input, { outcome: 'done', result });
  if (operation.cost === 0) {
    await count(countFree, 1);
    const result = await work(ctx);
    await runStatement(em, insertCall(1), note(result));
    return result;
  }
  /** What crashed calls had reserved is given back before anybody is refused. */
  const reserveUnit = async (calls: 0 | 1): Promise<string> => {
    const id = uuid();
    const values = [minute.limit, limit, id, new Date(now.getTime() + reservationMinutes * 60_000)];
    const isTaken =
      (await count(reserve, calls, ...values)) ||
      ((await expireReservations(em, now, actor.user.id)) > 0 &&
        (await count(reserve, 0, ...values)));
    if (!isTaken) throw await exceeded(em, actor, limit, now);
    return id;
  };
  let reserved: Promise<string> | undefined;
  const beforeEngine = async (): Promise<void> => void (await (reserved ??= reserveUnit(1)));
  // What changes something may not be refused when it is done.
  if (operation.kind !== 'query') await beforeEngine();
  const result = await work({ ...ctx, beforeEngine }).catch(async (error: unknown) => {
    const id = await reserved?.catch(() => undefined);
    if (id !== undefined) await giveBack(em, 'id = ?', [id]);
    const rate = reserved === undefined ? await limitRate(ctx) : null;
    if (rate !== null) onCounted({ rate });
    throw error;
  });
  if (reserved === undefined) {
    const settled = await settleTogether(
      em,
      {
        userId: actor.user.id,
        subject: minute.subject,
        minute: minute.number,
        perMinute: minute.limit,
        month,
        perMonth: limit,
        day,
      },
      note(result),
    );
    if (settled !== null) tell(settled);
    if (settled !== null && settled.used !== null) return result;
    reserved = reserveUnit(settled === null ? 1 : 0);
  }
  await runStatement(em, confirm, [await reserved, day, ...note(result)]);
  return result;
}

async function exceeded(
  em: EntityManager,
  { user }: Actor,
  limit: number,
  now: Date,
): Promise<AppError> {
  const reset = nextMonthStart(now);
  // More than the limit where the plan was a larger one earlier this month.
  const used = Math.max(limit, await countApiCalls(em, user.id, { now: () => now }));
  return new AppError(
    'quota_exceeded',
    `You have used ${used} of ${limit} API queries this month.`,
    {
      used,
      limit,
      reset: reset.toISOString(),
      retry_after: Math.ceil((reset.getTime() - now.getTime()) / 1000),
    },
  );
}

const givenBack = z.array(z.unknown());

/**
 * Removes reservations and takes their units off the month's count, in one statement; answers for
 * how many users' months.
 */
async function giveBack(em: EntityManager, which: string, values: unknown[]): Promise<number> {
  const rows = givenBack.parse(
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
  return userId === undefined
    ? giveBack(em, 'expires_at <= ?', [now])
    : giveBack(em, 'expires_at <= ? and user_id = ?', [now, userId]);
}
