import type { EntityManager } from '@mikro-orm/sql';
import { z } from 'zod';
import { insertCalls, type CallNote } from '../agents/record-call.ts';
import { runStatement } from '../database/run-statement.ts';
import { StatementQueue } from '../database/statement-queue.ts';

/** The counts that a call goes into; 0 is no limit. */
export interface Account {
  readonly userId: string;
  readonly subject: string;
  readonly minute: number;
  readonly perMinute: number;
  readonly month: string;
  readonly perMonth: number;
  readonly day: string;
}

/**
 * How far the counts are after this call; `used` is null where the minute had room and the month
 * had none.
 */
export interface Settled {
  readonly calls: number;
  readonly used: number | null;
}

/**
 * Of one user, $3 calls: counted for the minute where it has room for all of them, for the month
 * likewise, for the day, and noted.
 */
const settle = `with rate as (
    insert into rate_window (subject, minute, calls) select $1, $2::bigint, $3::int where $3 <= $6::int
    on conflict (subject, minute) do update set calls = rate_window.calls + $3 where rate_window.calls + $3 <= $6
    returning calls),
  taken as (
    insert into usage_month (user_id, month, used) select $4::uuid, $5::text, $3 from rate where $7::int = 0 or $3 <= $7
    on conflict (user_id, month) do update set used = usage_month.used + $3 where $7 = 0 or usage_month.used + $3 <= $7
    returning used),
  counted as (
    insert into usage_day (user_id, day, used) select $4, $8::text, $3 from taken
    on conflict (user_id, day) do update set used = usage_day.used + $3),
  noted as (${insertCalls(9, 'taken')})
  select rate.calls, taken.used from rate left join taken on true`;
const answers = z.array(z.object({ calls: z.int(), used: z.int().nullable() }));

const queue = new StatementQueue<CallNote, Settled | null>();

/**
 * Counts and notes a call that is done. Calls of one user that end while a settlement is under way
 * are settled by the next, in one statement. Null, with nothing counted, where the minute has no
 * room for all of them: each then asks for itself.
 */
export const settleTogether = (
  em: EntityManager,
  account: Account,
  note: CallNote,
): Promise<Settled | null> =>
  queue.run(em, JSON.stringify(account), note, (notes) => settleCalls(em, account, notes));

async function settleCalls(
  em: EntityManager,
  { userId, subject, minute, perMinute, month, perMonth, day }: Account,
  notes: readonly CallNote[],
): Promise<readonly (Settled | null)[]> {
  const n = notes.length;
  const columns = (notes[0] ?? []).map((_, column) => notes.map((note) => note[column]));
  const [counts] = answers.parse(
    await runStatement(em, settle, [
      subject,
      minute,
      n,
      userId,
      month,
      perMinute,
      perMonth,
      day,
      ...columns,
    ]),
  );
  if (counts === undefined) return notes.map(() => null);
  return notes.map((_, i) => ({
    calls: counts.calls - n + i + 1,
    used: counts.used === null ? null : counts.used - n + i + 1,
  }));
}
