import { maxFileMb, operations, plans, type Usage } from '@columnist/contract';
import { authorize, type ServiceContext } from '../context.ts';
import { present } from '../datasets/records/admit-version.ts';
import { Dataset } from '../datasets/records/dataset.entity.ts';
import { countApiCalls } from '../users/count-api-calls.ts';
import { dayOf, monthStart } from '../months.ts';
import { UsageDay } from './usage.entity.ts';

/** What the caller has used of the plan this month, and day by day. */
export async function getUsage(ctx: ServiceContext): Promise<Usage> {
  const { user } = authorize(ctx, operations.usage.get);
  const now = ctx.clock.now();
  const start = monthStart(now);
  const days = await ctx.em.find(UsageDay, {
    user: user.id,
    day: { $gte: dayOf(start), $lte: dayOf(now) },
  });
  const plan = plans[user.tier];
  return {
    user_id: user.id,
    api_queries: await countApiCalls(ctx.em, user.id, ctx.clock),
    datasets_uploaded: await ctx.em.count(Dataset, { owner: user.id, deletedAt: null, ...present }),
    max_datasets: plan.max_datasets,
    max_api_queries: plan.max_api_queries,
    max_file_size_mb: maxFileMb(user),
    last_reset: start.toISOString(),
    daily_api_queries: Array.from({ length: now.getUTCDate() }, (_, i) => {
      const day = `${dayOf(start).slice(0, 8)}${String(i + 1).padStart(2, '0')}`;
      return days.find((entry) => entry.day === day)?.used ?? 0;
    }),
  };
}
