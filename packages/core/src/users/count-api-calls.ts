import type { EntityManager } from '@mikro-orm/sql';
import { z } from 'zod';
import type { Clock } from '../context.ts';
import { runStatement } from '../database/run-statement.ts';
import { monthOf } from '../months.ts';

const counted = z.array(z.object({ used: z.int() }));

/** API queries of a user in the current UTC month. */
export async function countApiCalls(
  em: EntityManager,
  userId: string,
  clock: Clock,
): Promise<number> {
  const [row] = counted.parse(
    await runStatement(em, 'select used from usage_month where user_id = $1 and month = $2', [
      userId,
      monthOf(clock.now()),
    ]),
  );
  return row?.used ?? 0;
}

const countedOf = z.array(z.object({ user_id: z.string(), used: z.coerce.number() }));

/** The same of many, by user; without those who made none. */
export async function countApiCallsOf(
  em: EntityManager,
  userIds: readonly string[],
  clock: Clock,
): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map();
  const rows = countedOf.parse(
    await em.execute(
      `select user_id, used from usage_month where month = ? and user_id in (${userIds.map(() => '?').join(', ')})`,
      [monthOf(clock.now()), ...userIds],
    ),
  );
  return new Map(rows.map(({ user_id, used }) => [user_id, used]));
}
