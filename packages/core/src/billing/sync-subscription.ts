import { LockMode } from '@mikro-orm/core';
import { z } from 'zod';
import { User } from '../users/user.entity.ts';
import { writeAct } from '../audit/write-act.ts';
import type { ServiceContext } from '../context.ts';
import type { ProviderSubscription } from '../ports/payments.ts';
import { endPaymentsOfGone, endSurplus } from './end-payments.ts';
import { chooseSubscription } from './subscription-states.ts';

const graceDays = 7;
/**
 * A renewal is announced within hours of the period's end; until then nobody loses what they paid
 * for.
 */
const renewalDays = 1;

type SyncContext = Pick<ServiceContext, 'em' | 'ports' | 'clock' | 'log'>;

const days = (instant: Date, count: number): Date =>
  new Date(instant.getTime() + count * 86_400_000);

/** Until when a subscription gives Pro, from the provider's own object alone. */
export function paidUntil(subscription: ProviderSubscription): Date | null {
  const { status, periodStart, periodEnd, cancelAtPeriodEnd } = subscription;
  if (status === 'active' || status === 'trialing')
    return cancelAtPeriodEnd ? periodEnd : days(periodEnd, renewalDays);
  // The unpaid period began when the payment failed.
  if (status === 'past_due') return days(periodStart, graceDays);
  // Ended, or never begun.
  return null;
}

const revisions = z.array(z.object({ billing_revision: z.coerce.number() }));

/**
 * Writes what the provider says now, whatever event led here, so that any order and any repetition
 * of events ends alike: in one subscription at most, and in none where the account is gone. The
 * provider is asked outside a transaction; of two that ask at once, the one that began later
 * writes.
 */
export async function syncSubscription(ctx: SyncContext, customerId: string): Promise<void> {
  const em = ctx.em.fork();
  const [begun] = revisions.parse(
    await em.execute(
      'update user_account set billing_revision = billing_revision + 1 where ' +
        'stripe_customer_id = ? returning billing_revision',
      [customerId],
    ),
  );
  if (begun === undefined) return endPaymentsOfGone(ctx, customerId);
  const { kept: current, surplus } = chooseSubscription(
    await ctx.ports.payments.subscriptionsOf(customerId),
  );
  await endSurplus(ctx, customerId, surplus);
  await em.transactional(async (within) => {
    const user = await within.findOne(
      User,
      { stripeCustomerId: customerId, billingRevision: begun.billing_revision },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (user === null) return;
    const before = sayPlan(user);
    user.stripeSubscriptionId = current?.id ?? null;
    user.subscriptionStatus = current?.status ?? null;
    user.periodEndsAt = current?.periodEnd ?? null;
    user.cancelAtPeriodEnd = current?.cancelAtPeriodEnd ?? false;
    user.paidUntil = current === null ? null : paidUntil(current);
    user.billingReadAt = ctx.clock.now();
    const after = sayPlan(user);
    if (after !== before)
      await writeAct(within, ctx.clock, {
        via: 'payments',
        action: 'usage.planChanged',
        subject: user,
        details: { before, after },
      });
  });
}

/** What decides of the plan, in words. */
function sayPlan({ subscriptionStatus, paidUntil: until, cancelAtPeriodEnd }: User): string {
  const paid =
    until == null
      ? ''
      : `, Pro until ${until.toISOString()}${cancelAtPeriodEnd ? ', then ended' : ''}`;
  return `${subscriptionStatus ?? 'none'}${paid}`;
}
