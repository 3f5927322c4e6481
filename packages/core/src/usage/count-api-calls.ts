import type { EntityManager } from '@mikro-orm/sql';
import type { Clock } from '../context.ts';
import { monthOf } from './months.ts';
import { UsageMonth } from './usage.entity.ts';

/** API queries of a user in the current UTC month. */
export async function countApiCalls(em: EntityManager, userId: string, clock: Clock): Promise<number> {
  return (await em.findOne(UsageMonth, { user: userId, month: monthOf(clock.now()) }))?.used ?? 0;
}
