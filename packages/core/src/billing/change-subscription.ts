import { AppError, operations, type OutputOf } from '@columnist/contract';
import { User } from '../users/user.entity.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { authorize, type ServiceContext } from '../context.ts';
import { isCurrent } from './subscription-states.ts';
import { presentSubscription } from './get-subscription.ts';
import { syncSubscription } from './sync-subscription.ts';

type Details = OutputOf<(typeof operations)['usage']['subscription']>;

/** Ends the subscription with its paid period. */
export async function cancelSubscription(ctx: ServiceContext): Promise<Details> {
  const { user } = authorize(ctx, operations.usage.cancelSubscription);
  return change(ctx, user.id, true);
}

/** Takes a cancellation back while the period lasts. */
export async function resumeSubscription(ctx: ServiceContext): Promise<Details> {
  const { user } = authorize(ctx, operations.usage.resumeSubscription);
  return change(ctx, user.id, false);
}

async function change(ctx: ServiceContext, id: string, cancel: boolean): Promise<Details> {
  const { stripeCustomerId: customerId } = await ctx.em.fork().findOneOrFail(User, { id });
  if (customerId) await syncSubscription(ctx, customerId);
  const user = await ctx.em.fork().findOneOrFail(User, { id });
  if (!customerId || !user.stripeSubscriptionId || !isCurrent(user.subscriptionStatus)) {
    throw new AppError('conflict', 'There is no subscription to change.', {
      fix: 'Upgrade to Pro first.',
    });
  }
  await ctx.ports.payments.setCancelAtPeriodEnd(user.stripeSubscriptionId, cancel);
  await syncSubscription(ctx, customerId);
  await recordAudit(ctx, {
    action: cancel ? 'usage.cancelSubscription' : 'usage.resumeSubscription',
    target: user.email,
    outcome: 'done',
  });
  return presentSubscription(await ctx.em.fork().findOneOrFail(User, { id }), ctx);
}
