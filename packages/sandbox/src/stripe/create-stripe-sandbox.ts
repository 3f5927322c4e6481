import express, { type Router } from 'express';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { webhookSender } from './send-webhook.ts';
import { stripeApi } from './stripe-api.ts';
import { stripePages } from './stripe-pages.ts';
import { StripeState } from './stripe-state.ts';
import type { MadeEvent } from './objects.ts';

export interface StripeSandboxOptions {
  /** Origin under which people reach the pages and the server takes webhooks. */
  readonly publicUrl: string;
  /** Where it keeps what it knows; null for memory alone. */
  readonly file?: string | null;
  /** Called with each event instead of sending it; for tests. */
  readonly onEvent?: (event: MadeEvent) => void;
  /** Seconds since 1970, for tests. */
  readonly clock?: () => number;
}

export interface StripeSandbox {
  /** Port of the API on 127.0.0.1. */
  readonly port: number;
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string;
  readonly priceId: string;
  /** Pages under /sandbox. */
  readonly router: Router;
  readonly state: StripeState;
  /** While true, the API takes requests and answers none. */
  stalled: boolean;
  /** How many requests it has left without an answer. */
  readonly held: number;
  close(): Promise<void>;
}

const webhookPath = '/api/payments/webhook';

/**
 * Takes the place of Stripe on loopback: its API as the SDK speaks it, its hosted pages, its signed
 * webhooks, and a clock to move.
 */
export async function createStripeSandbox({
  publicUrl,
  file = null,
  onEvent,
  clock = () => Math.floor(Date.now() / 1000),
}: StripeSandboxOptions): Promise<StripeSandbox> {
  // Of this start alone: who knew them could pay for anybody.
  const [secretKey, webhookSecret] = [
    `sk_test_${randomBytes(24).toString('hex')}`,
    `whsec_${randomBytes(32).toString('hex')}`,
  ];
  const webhooks = webhookSender(`${publicUrl}${webhookPath}`, webhookSecret);
  const state = new StripeState(file, publicUrl, onEvent ?? webhooks.send, clock);
  const fault = { stalled: false, held: 0 };
  const server = createServer(
    { keepAliveTimeout: 75_000 },
    express().use(
      (_req, _res, next) => {
        if (fault.stalled) fault.held += 1;
        else next();
      },
      stripeApi(state, secretKey, publicUrl),
    ),
  );
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const address = server.address();
  return Object.assign(fault, {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    secretKey,
    publishableKey: 'pk_test_sandbox',
    webhookSecret,
    priceId: 'price_test_pro',
    router: express.Router().use('/sandbox', stripePages(state)),
    state,
    close: async () => {
      webhooks.close();
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  });
}
