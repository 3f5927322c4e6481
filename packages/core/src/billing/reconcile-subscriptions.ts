import { User } from '../users/user.entity.ts';
import type { ServiceContext } from '../context.ts';
import { syncSubscription } from './sync-subscription.ts';

const readEveryHours = 6;
const atATime = 100;

/**
 * Job: asks the provider again about customers not asked about for hours, and at once where a
 * period has ended: what a lost event missed is repaired.
 */
export async function reconcileSubscriptions(
  ctx: Pick<ServiceContext, 'em' | 'ports' | 'clock' | 'log'>,
): Promise<number> {
  const now = ctx.clock.now();
  const stale = new Date(now.getTime() - readEveryHours * 3_600_000);
  const due = await ctx.em.fork().find(
    User,
    {
      stripeCustomerId: { $ne: null },
      $or: [
        { billingReadAt: null },
        { billingReadAt: { $lt: stale } },
        {
          periodEndsAt: { $lt: now },
          subscriptionStatus: { $in: ['active', 'trialing'] },
          billingReadAt: { $lt: new Date(now.getTime() - 300_000) },
        },
      ],
    },
    { fields: ['stripeCustomerId'], limit: atATime, orderBy: { billingReadAt: 'asc' } },
  );
  for (const { stripeCustomerId } of due) {
    if (stripeCustomerId)
      await syncSubscription(ctx, stripeCustomerId).catch((error: unknown) =>
        ctx.log.warn({ err: error, customer: stripeCustomerId }, 'subscription not read'),
      );
  }
  return due.length;
}
