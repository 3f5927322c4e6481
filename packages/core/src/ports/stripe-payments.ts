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

/** Of one customer; more than anybody has. */
const mostOfOne = 1000;

/** Not known, or, of a subscription that is to be ended, ended already. */
const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
const noneMissing = (error: unknown): [] => (isMissing(error) ? [] : away(error));

/** Only what is open can expire; one that was paid or is over meanwhile needs nothing. */
async function expire(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(id);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) away(error);
    const { status } = await stripe.checkout.sessions.retrieve(id).catch(away);
    if (status !== 'open') return;
    throw new AppError(
      'conflict',
      'A payment on the checkout page is being made at this moment.',
      { fix: 'Wait for it, or close that page, and try again in a minute.' },
      { cause: error },
    );
  }
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
      const all = await stripe.subscriptions
        .list({ customer: customerId, status: 'all', limit: 100 })
        .autoPagingToArray({ limit: mostOfOne })
        .catch(noneMissing);
      return all
        .map(readSubscription)
        .toSorted((a, b) => b.created.getTime() - a.created.getTime());
    },
    setCancelAtPeriodEnd: async (id, cancel) => {
      await stripe.subscriptions.update(id, { cancel_at_period_end: cancel }).catch(away);
    },
    expireCheckouts: async (customerId) => {
      const open = await stripe.checkout.sessions
        .list({ customer: customerId, status: 'open', limit: 100 })
        .autoPagingToArray({ limit: mostOfOne })
        .catch(noneMissing);
      for (const { id } of open) await expire(stripe, id);
    },
    cancelNow: async (id, { credit } = { credit: false }) => {
      const ended = await stripe.subscriptions
        .cancel(id, credit ? { prorate: true, invoice_now: true } : {})
        .catch((error: unknown) => (isMissing(error) ? null : away(error)));
      return ended !== null;
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
        if (signature === undefined || isAhead(signature)) return null;
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

const toleranceSeconds = 300;

/** Stripe's client refuses old signatures, and takes those that are dated ahead. */
const isAhead = (signature: string): boolean =>
  signature
    .split(',')
    .some(
      (part) =>
        part.startsWith('t=') &&
        Number.parseInt(part.slice(2), 10) > Date.now() / 1000 + toleranceSeconds,
    );

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
