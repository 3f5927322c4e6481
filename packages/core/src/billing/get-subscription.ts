import { maxFileMb, operations, plans, type OutputOf } from '@columnist/contract';
import { User } from '../users/user.entity.ts';
import { tierOf } from '../users/user.presenter.ts';
import { authorize, type ServiceContext } from '../context.ts';

type Current = (typeof operations)['usage']['subscription'];

/** The caller's plan, and the state of their subscription. */
export async function getSubscription(ctx: ServiceContext): Promise<OutputOf<Current>> {
  const actor = authorize(ctx, operations.usage.subscription);
  return presentSubscription(await ctx.em.fork().findOneOrFail(User, { id: actor.user.id }), ctx);
}

const longAgo = new Date(0);

export function presentSubscription(
  user: User,
  { clock }: Pick<ServiceContext, 'clock'>,
): OutputOf<Current> {
  const now = clock.now();
  const subscribed = (user.paidUntil ?? longAgo) > now;
  const granted = user.grantedProUntil ?? longAgo;
  const tier = tierOf(user, clock);
  return {
    ...plans[tier],
    max_file_size_mb: maxFileMb({ tier, raisedFileMb: user.raisedFileMb ?? null }),
    status: subscribed ? (user.subscriptionStatus ?? null) : null,
    period_ends_at: subscribed ? (user.periodEndsAt?.toISOString() ?? null) : null,
    cancel_at_period_end: subscribed && user.cancelAtPeriodEnd,
    granted_until: granted > now ? granted.toISOString() : null,
    billed: (user.stripeCustomerId ?? null) !== null,
  };
}
