import { stripePayments } from '@columnist/core';
import { createTestCore, type DatabaseKind, type TestCore } from '@columnist/core/testing';
import { createStripeSandbox, type StripeSandbox } from '@columnist/sandbox';
import Stripe from 'stripe';

/** What the provider sends when something happened to a payment. */
export type PaymentEvent = Parameters<
  NonNullable<Parameters<typeof createStripeSandbox>[0]['onEvent']>
>[0];

export interface TestPayments {
  readonly stripe: StripeSandbox;
  readonly app: TestCore;
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
  return { stripe, app, close };
}
