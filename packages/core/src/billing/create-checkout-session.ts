import { AppError, operations, type InputOf, type OutputOf } from '@columnist/contract';
import { User } from '../users/user.entity.ts';
import { authorize, type ServiceContext } from '../context.ts';
import { holdPayments } from './hold-payments.ts';
import { isCurrent } from './subscription-states.ts';
import { syncSubscription } from './sync-subscription.ts';

type Checkout = (typeof operations)['usage']['createCheckoutSession'];

/**
 * A hosted checkout for Pro; the return from it grants nothing. Needs a verified e-mail. It is the
 * only one that is open: an earlier one is over. Throws conflict for who pays already.
 */
export async function createCheckoutSession(
  ctx: ServiceContext,
  input: InputOf<Checkout>,
): Promise<OutputOf<Checkout>> {
  const actor = authorize(ctx, operations.usage.createCheckoutSession);
  if (!actor.user.emailVerified)
    throw new AppError('email_unverified', 'Verify your email address to upgrade.');
  for (const field of ['success_url', 'cancel_url'] as const)
    requireOwnOrigin(ctx, field, input[field]);
  const { id, url } = await holdPayments(ctx, actor.user.id, async () => {
    const customerId = await customerOf(ctx, actor.user);
    // First: what was paid there at the last moment is then among the subscriptions.
    await ctx.ports.payments.expireCheckouts(customerId);
    await syncSubscription(ctx, customerId);
    const user = await ctx.em.fork().findOneOrFail(User, { id: actor.user.id });
    if (isCurrent(user.subscriptionStatus))
      throw new AppError('conflict', 'You already have a Pro subscription.', {
        fix: 'Manage it on the subscription page.',
      });
    return ctx.ports.payments.createCheckout({
      customerId,
      successUrl: input.success_url,
      cancelUrl: input.cancel_url,
    });
  });
  return { public_key: ctx.ports.payments.publicKey, checkout_session_id: id, checkout_url: url };
}

function requireOwnOrigin(ctx: ServiceContext, field: string, address: string): void {
  if (new URL(address).origin === new URL(ctx.settings.publicUrl).origin) return;
  throw new AppError('invalid_input', `${field}: the address must be one of this site.`, {
    errors: [{ field, message: `Use an address that begins with ${ctx.settings.publicUrl}.` }],
  });
}

/** Made once; of two calls at the same time both get the same one. */
export async function customerOf(
  ctx: ServiceContext,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<string> {
  const user = await ctx.em.fork().findOneOrFail(User, { id });
  if (user.stripeCustomerId) return user.stripeCustomerId;
  const customerId = await ctx.ports.payments.createCustomer({ id, email });
  await ctx.em
    .fork()
    .nativeUpdate(User, { id, stripeCustomerId: null }, { stripeCustomerId: customerId });
  return (await ctx.em.fork().findOneOrFail(User, { id })).stripeCustomerId ?? customerId;
}
