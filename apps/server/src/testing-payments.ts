import { createCheckoutSession, login, stripePayments, type ServiceContext } from '@columnist/core';
import {
  createTestCore,
  type DatabaseKind,
  type TestCore,
  type TestUser,
} from '@columnist/core/testing';
import { createStripeSandbox, type StripeSandbox } from '@columnist/sandbox';
import Stripe from 'stripe';

/** What the provider sends when something happened to a payment. */
export type PaymentEvent = Parameters<
  NonNullable<Parameters<typeof createStripeSandbox>[0]['onEvent']>
>[0];

export interface TestPayments {
  readonly stripe: StripeSandbox;
  readonly app: TestCore;
  /** The context of a new session of a user: months pass in these tests. */
  readonly as: (user: TestUser) => Promise<ServiceContext>;
  /** Where a checkout leads back to. */
  readonly urls: { readonly success_url: string; readonly cancel_url: string };
  /** A checkout that a user has opened, as the provider keeps it. */
  readonly open: (user: TestUser) => Promise<StripeSandbox['state']['kept']['checkouts'][number]>;
  readonly close: () => Promise<void>;
}

const signer = new Stripe('sk_test', { telemetry: false });

/** The header by which the provider signs a body. */
export const signatureOf = (payload: string, secret: string, timestamp?: number): string =>
  signer.webhooks.generateTestHeaderString({
    payload,
    secret,
    // The signature's age is measured by the machine's clock.
    ...(timestamp === undefined ? {} : { timestamp }),
  });

/** The product with the stand-in of its payment provider, whose events are handed to `onEvent`. */
export async function createTestPayments(
  kind: DatabaseKind,
  publicUrl: string,
  onEvent: (event: PaymentEvent) => void,
): Promise<TestPayments> {
  let seconds = () => 0;
  const stripe = await createStripeSandbox({ publicUrl, onEvent, clock: () => seconds() });
  const { secretKey, publishableKey, webhookSecret, priceId, port } = stripe;
  const app = await createTestCore(
    kind,
    {},
    undefined,
    stripePayments({ secretKey, publishableKey, webhookSecret, priceId, sandboxPort: port }),
  );
  seconds = () => Math.floor(app.clock.now().getTime() / 1000);
  const close = async (): Promise<void> => {
    await app.close();
    await stripe.close();
  };
  const as = async (user: TestUser) =>
    app.contextOf({
      authorization: `Bearer ${(await login(await app.contextOf(), user)).access_token}`,
    });
  const urls = {
    success_url: `${publicUrl}/app/subscription?success=true`,
    cancel_url: `${publicUrl}/app/subscription?canceled=true`,
  };
  const open = async (user: TestUser) => {
    const { checkout_session_id: wanted } = await createCheckoutSession(await as(user), urls);
    const checkout = stripe.state.kept.checkouts.find(({ id }) => id === wanted);
    if (checkout === undefined) throw new Error('There is no checkout.');
    return checkout;
  };
  return { stripe, app, close, as, urls, open };
}
