import { writeAct } from '../audit/write-act.ts';
import type { ServiceContext } from '../context.ts';
import type { ProviderSubscription } from '../ports/payments.ts';
import { User } from '../users/user.entity.ts';
import { GoneCustomer } from './gone-customer.entity.ts';
import { hasEnded } from './subscription-states.ts';

type EndContext = Pick<ServiceContext, 'em' | 'ports' | 'clock' | 'log'>;

/**
 * Ends whatever a customer pays or could begin to pay. Checkouts go first: what was paid at the last
 * moment is then among the subscriptions. Answers the ids of those that were ended.
 */
export async function endPayments(
  { ports: { payments } }: Pick<ServiceContext, 'ports'>,
  customerId: string,
): Promise<readonly string[]> {
  await payments.expireCheckouts(customerId);
  const ended: string[] = [];
  for (const { id, status } of await payments.subscriptionsOf(customerId))
    if (!hasEnded(status) && (await payments.cancelNow(id))) ended.push(id);
  return ended;
}

/** The same for a customer whose account was deleted; nothing for one who is not known as such. */
export async function endPaymentsOfGone(ctx: EndContext, customerId: string): Promise<void> {
  if ((await ctx.em.fork().count(GoneCustomer, { id: customerId })) === 0) return;
  for (const subscription of await endPayments(ctx, customerId))
    await noteEnd(ctx, { subscription, customerId, because: 'its account was deleted' });
  await ctx.em.fork().nativeUpdate(GoneCustomer, { id: customerId }, { readAt: ctx.clock.now() });
}

/**
 * Ends the subscriptions that somebody has beside the one that they keep. What was paid for them is
 * credited to the customer and used up by the next invoices.
 */
export async function endSurplus(
  ctx: EndContext,
  customerId: string,
  surplus: readonly ProviderSubscription[],
): Promise<void> {
  for (const { id } of surplus)
    if (await ctx.ports.payments.cancelNow(id, { credit: true }))
      await noteEnd(ctx, { subscription: id, customerId, because: 'it was a second one' });
}

/** For the operator, who may want to give money back. */
async function noteEnd(
  { em, clock, log }: EndContext,
  facts: { readonly subscription: string; readonly customerId: string; readonly because: string },
): Promise<void> {
  const { subscription, customerId, because } = facts;
  log.warn({ subscription, customer: customerId, because }, 'subscription ended');
  const own = em.fork();
  await writeAct(own, clock, {
    via: 'payments',
    action: 'usage.subscriptionEnded',
    subject: await own.findOne(User, { stripeCustomerId: customerId }),
    target: subscription,
    details: { because },
  });
}
