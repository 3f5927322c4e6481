import Stripe from 'stripe';
import type { MadeEvent } from './objects.ts';

const pauses = [0, 1000, 5000, 30_000];

/**
 * Signs an event and sends it, again after a pause where it is not taken; without waiting for it.
 */
export function webhookSender(
  url: string,
  secret: string,
): { send: (event: MadeEvent) => void; close: () => void } {
  const stripe = new Stripe('sk_test_sandbox', { telemetry: false });
  const stopped = new AbortController();
  const post = async (event: MadeEvent): Promise<boolean> => {
    const payload = JSON.stringify(event);
    const signature = stripe.webhooks.generateTestHeaderString({ payload, secret });
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
      body: payload,
      signal: AbortSignal.any([stopped.signal, AbortSignal.timeout(10_000)]),
    }).catch(() => null);
    return response?.ok === true;
  };
  const deliver = async (event: MadeEvent): Promise<void> => {
    for (const pause of pauses) {
      await new Promise((done) => {
        setTimeout(done, pause).unref();
      });
      if (stopped.signal.aborted || (await post(event))) return;
    }
  };
  return { send: (event) => void deliver(event), close: () => stopped.abort() };
}
