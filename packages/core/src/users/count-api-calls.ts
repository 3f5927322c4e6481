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
