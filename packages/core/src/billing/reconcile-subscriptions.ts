import { User } from '../users/user.entity.ts';
import { GoneCustomer } from './gone-customer.entity.ts';
import { endPaymentsOfGone } from './end-payments.ts';
import type { ServiceContext } from '../context.ts';
import { syncSubscription } from './sync-subscription.ts';

const readEveryHours = 6;
const atATime = 100;
/** A checkout is open for a day, and slow ways to pay take two weeks. */
const goneKeptDays = 60;

type Ground = Pick<ServiceContext, 'em' | 'ports' | 'clock' | 'log'>;

/**
 * Job: asks the provider again about customers not asked about for hours, and at once where a
 * period has ended: what a lost event missed is repaired. Subscriptions of deleted accounts are
 * ended.
 */
export async function reconcileSubscriptions(ctx: Ground): Promise<number> {
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
  for (const { stripeCustomerId } of due)
    if (stripeCustomerId) await trying(ctx, stripeCustomerId, syncSubscription);
  return due.length + (await reconcileGone(ctx, now, stale));
}

async function reconcileGone(ctx: Ground, now: Date, stale: Date): Promise<number> {
  const em = ctx.em.fork();
  await em.nativeDelete(GoneCustomer, {
    goneAt: { $lt: new Date(now.getTime() - goneKeptDays * 86_400_000) },
  });
  const due = await em.find(
    GoneCustomer,
    { $or: [{ readAt: null }, { readAt: { $lt: stale } }] },
    { limit: atATime, orderBy: { readAt: 'asc nulls first' } },
  );
  for (const { id } of due) await trying(ctx, id, endPaymentsOfGone);
  return due.length;
}

/** What fails for one customer is tried again later, and holds nobody else up. */
const trying = (
  ctx: Ground,
  customer: string,
  read: (ctx: Ground, customer: string) => Promise<void>,
): Promise<void> =>
  read(ctx, customer).catch((error: unknown) =>
    ctx.log.warn({ err: error, customer }, 'subscription not read'),
  );
