import { operations, type OutputOf } from '@columnist/contract';
import { z } from 'zod';
import { authorize, type ServiceContext } from '../context.ts';
import { dayOf } from '../months.ts';

type Stats = (typeof operations)['admin']['stats'];

const days = 30;
const totals = z.array(
  z.object({
    users: z.coerce.number(),
    active: z.coerce.number(),
    datasets: z.coerce.number(),
    stored: z.coerce.number(),
    requests: z.coerce.number(),
    sessions: z.coerce.number(),
  }),
);
const daily = z.array(
  z.object({
    day: z.string(),
    n: z.coerce.number(),
    bytes: z.coerce.number().optional(),
    sessions: z.coerce.number().optional(),
  }),
);

/** The six figures of the system, and each of the last 30 days in UTC. */
export async function getStats(ctx: ServiceContext): Promise<OutputOf<Stats>> {
  authorize(ctx, operations.admin.stats);
  const now = ctx.clock.now();
  const since = new Date(Date.parse(dayOf(now)) - (days - 1) * 86_400_000);
  const monthAgo = new Date(now.getTime() - days * 86_400_000);
  const [found] = totals.parse(
    await ctx.em.execute(
      `select (select count(*) from user_account) as users,
         (select count(*) from user_account where last_login_at > ?) as active,
         (select count(*) from dataset where status = 'ready' and deleted_at is null) as datasets,
         (select coalesce(sum(stored_bytes), 0) from dataset where deleted_at is null) as stored,
         (select coalesce(sum(used), 0) from usage_day where day = ?) as requests,
         (select count(*) from session where revoked_at is null and expires_at > ?) as sessions`,
      [monthAgo, dayOf(now), now],
    ),
  );
  const perDay = async (sql: string, value: unknown) =>
    new Map(daily.parse(await ctx.em.execute(sql, [value])).map((row) => [row.day, row]));
  const day = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD')`;
  const users = await perDay(
    `select ${day('created_at')} as day, count(*) as n from user_account where created_at >= ? group by 1`,
    since,
  );
  const sessions = await perDay(
    `select ${day('created_at')} as day, count(distinct user_id) as n, count(*) as ` +
      'sessions from session where created_at >= ? group by 1',
    since,
  );
  const datasets = await perDay(
    // Drafts take space, and are no datasets yet.
    `select ${day('created_at')} as day, count(*) filter (where status = 'ready') as n, ` +
      'coalesce(sum(stored_bytes), 0) ' +
      `as bytes from dataset where created_at >= ? and status <> 'pending' and deleted_at ` +
      'is null group by 1',
    since,
  );
  const requests = await perDay(
    'select day, sum(used) as n from usage_day where day >= ? group by day',
    dayOf(since),
  );
  return {
    total_users: found?.users ?? 0,
    active_users: found?.active ?? 0,
    total_datasets: found?.datasets ?? 0,
    storage_used: found?.stored ?? 0,
    api_requests_today: found?.requests ?? 0,
    active_sessions: found?.sessions ?? 0,
    days: Array.from({ length: days }, (_, i) => {
      const name = dayOf(new Date(since.getTime() + i * 86_400_000));
      return {
        day: name,
        new_users: users.get(name)?.n ?? 0,
        active_users: sessions.get(name)?.n ?? 0,
        new_sessions: sessions.get(name)?.sessions ?? 0,
        new_datasets: datasets.get(name)?.n ?? 0,
        uploaded_bytes: datasets.get(name)?.bytes ?? 0,
        api_requests: requests.get(name)?.n ?? 0,
      };
    }),
  };
}
