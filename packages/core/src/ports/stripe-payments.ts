import { AppError } from '@columnist/contract';
import Stripe from 'stripe';
import { z } from 'zod';
import type { PaymentsPort, ProviderSubscription } from './payments.ts';

export interface StripeOptions {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  readonly priceId: string;
  /** Port on 127.0.0.1 of a stand-in; Stripe itself where left out. */
  readonly sandboxPort?: number;
}

const customerIn = z.object({ customer: z.string() });
const instant = (seconds: number): Date => new Date(seconds * 1000);

/**
 * Stripe that cannot be reached, is overrun or answers nonsense is away; anything else it refuses
 * is a mistake of ours.
 */
function away(error: unknown): never {
  const { StripeConnectionError, StripeAPIError, StripeRateLimitError } = Stripe.errors;
  if (
    !(
      error instanceof StripeConnectionError ||
      error instanceof StripeAPIError ||
      error instanceof StripeRateLimitError
    )
  )
    throw error;
  throw new AppError(
    'unavailable',
    'The payment provider does not answer at the moment.',
    { retry_after: 30 },
    { cause: error },
  );
}

/**
 * Payments by Stripe, through its own client. Numbers of money are cents. Throws unavailable where
 * Stripe is away.
 */
export function stripePayments({
  secretKey,
  publishableKey,
  webhookSecret,
  priceId,
  sandboxPort,
}: StripeOptions): PaymentsPort {
  const stripe = new Stripe(secretKey, {
    telemetry: false,
    maxNetworkRetries: 1,
    timeout: 10_000,
    ...(sandboxPort === undefined
      ? {}
      : { host: '127.0.0.1', port: sandboxPort, protocol: 'http' as const }),
  });
  return {
    publicKey: publishableKey,
    // One customer a user, however often it is asked for.
    createCustomer: async ({ id, email }) =>
      (
        await stripe.customers
          .create({ email, metadata: { user_id: id } }, { idempotencyKey: `customer-${id}` })
          .catch(away)
      ).id,
    createCheckout: async ({ customerId, successUrl, cancelUrl }) => {
      const session = await stripe.checkout.sessions
        .create({
          mode: 'subscription',
          customer: customerId,
          success_url: successUrl,
          cancel_url: cancelUrl,
          line_items: [{ price: priceId, quantity: 1 }],
        })
        .catch(away);
      if (session.url === null) throw new Error('The checkout has no address.');
      return { id: session.id, url: session.url };
    },
    subscriptionsOf: async (customerId) => {
      const { data } = await stripe.subscriptions
        .list({ customer: customerId, status: 'all', limit: 10 })
        .catch((error: unknown) => {
          if (
            error instanceof Stripe.errors.StripeInvalidRequestError &&
            error.code === 'resource_missing'
          )
            return { data: [] };
          return away(error);
        });
      return data
        .map(readSubscription)
        .toSorted((a, b) => b.created.getTime() - a.created.getTime());
    },
    setCancelAtPeriodEnd: async (id, cancel) => {
      await stripe.subscriptions.update(id, { cancel_at_period_end: cancel }).catch(away);
    },
    cancelNow: async (id) => {
      await stripe.subscriptions.cancel(id).catch(away);
    },
    createPortal: async (customerId, returnUrl) =>
      (
        await stripe.billingPortal.sessions
          .create({ customer: customerId, return_url: returnUrl })
          .catch(away)
      ).url,
    invoicesOf: async (customerId) => {
      const { data } = await stripe.invoices.list({ customer: customerId, limit: 24 }).catch(away);
      return data.map(
        ({ id, number, created, amount_due, currency, status, hosted_invoice_url }) => ({
          id: id ?? '',
          number,
          created: instant(created),
          amountDue: amount_due,
          currency,
          status,
          url: hosted_invoice_url ?? null,
        }),
      );
    },
    readEvent: (body, signature) => {
      try {
        const event = stripe.webhooks.constructEvent(body, signature, webhookSecret);
        return {
          id: event.id,
          type: event.type,
          customerId: customerIn.safeParse(event.data.object).data?.customer ?? null,
        };
      } catch {
        return null;
      }
    },
  };
}

/** The period is with the item that is paid for. */
function readSubscription(subscription: Stripe.Subscription): ProviderSubscription {
  const [item] = subscription.items.data;
  return {
    id: subscription.id,
    status: subscription.status,
    created: instant(subscription.created),
    periodStart: instant(item?.current_period_start ?? subscription.created),
    periodEnd: instant(item?.current_period_end ?? subscription.created),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
  };
}
