import { createCaptchaSandbox, createStripeSandbox } from '@columnist/sandbox';
import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { inDatabase } from '../bench/in-database.ts';
import { asJson } from '../bench/rest-calls.ts';
import { must, secondsUntil, startGate, statusOf, withInstallation, type Fault } from './parts.ts';

const modes = ['hang', 'refuse', 'garbage'] as const;

/** Milliseconds that it took, with what came of it. */
async function timed<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  const begin = performance.now();
  return [await work(), performance.now() - begin];
}

export const outside: readonly Fault[] = [
  {
    name: "The captcha's server hangs, refuses, answers nonsense",
    run: () =>
      withInstallation(async ({ start }) => {
        const captcha = await createCaptchaSandbox('the secret of the captcha');
        const verify = new URL(captcha.verifyUrl);
        const gate = await startGate(Number(verify.port));
        try {
          verify.port = String(gate.port);
          const server = await start({
            CAPTCHA: 'recaptcha',
            RECAPTCHA_SITE_KEY: 'site',
            RECAPTCHA_SECRET_KEY: 'the secret of the captcha',
            RECAPTCHA_VERIFY_URL: verify.href,
          });
          const register = (name: string) =>
            statusOf(`${server.url}/api/v1/auth/register`, {
              method: 'POST',
              headers: asJson,
              body: JSON.stringify({
                email: `${name}@columnist.example`,
                password: 'rows of beans 7',
                full_name: 'Fay Faults',
                captchaToken: captcha.tokenFor('register', 0.9),
              }),
            });
          const times: number[] = [];
          for (const mode of modes) {
            const before = gate.touched();
            gate.set(mode);
            const [status, ms] = await timed(() => register(mode));
            must(gate.touched() > before, `${mode}: it was not asked`);
            must(status === 403, `${mode}: ${status}`);
            times.push(ms);
          }
          must(Math.max(...times) < 7000, `a refusal took ${Math.max(...times).toFixed(0)} ms`);
          gate.set('open');
          must((await register('open')) === 201, 'it is not believed again');
          return `refused within ${(Math.max(...times) / 1000).toFixed(1)} s, nobody let in; believed again at once`;
        } finally {
          gate.close();
          await captcha.close();
        }
      }),
  },
  {
    name: 'Stripe hangs, refuses, answers nonsense',
    run: () =>
      withInstallation(async ({ start, open }) => {
        const stripe = await createStripeSandbox({
          publicUrl: 'http://127.0.0.1:1',
          onEvent: () => {},
        });
        const gate = await startGate(stripe.port);
        try {
          const server = await start(keysOf(stripe, gate.port));
          const { session, key } = await open(server, 'paying', 'free');
          const headers = { ...asJson, Authorization: `Bearer ${session}` };
          const page = `${server.url}/app/subscription`;
          const checkout = () =>
            statusOf(
              `${server.url}/api/payments/create-checkout-session`,
              {
                method: 'POST',
                headers,
                body: JSON.stringify({ success_url: page, cancel_url: page }),
              },
              90,
            );
          const times: number[] = [];
          for (const mode of modes) {
            const before = gate.touched();
            gate.set(mode);
            const asked = timed(checkout);
            must(
              (await statusOf(
                `${server.url}/api/v1/datasets`,
                { headers: { 'API-Key': key } },
                5,
              )) === 200,
              `${mode}: other calls wait for it`,
            );
            const [status, ms] = await asked;
            must(gate.touched() > before, `${mode}: it was not asked`);
            must(status === 503, `${mode}: ${status}`);
            times.push(ms);
          }
          gate.set('open');
          must((await checkout()) === 200, 'there is no checkout after it');
          must(
            stripe.state.kept.checkouts.length === 1,
            `${stripe.state.kept.checkouts.length} checkouts were made`,
          );
          return `503 within ${(Math.max(...times) / 1000).toFixed(1)} s, other calls went on; then one checkout`;
        } finally {
          gate.close();
          await stripe.close();
        }
      }),
  },
  {
    name: 'The events of a payment arrive 200 times at once, over two servers',
    run: (chance) =>
      withInstallation(async ({ database, start, open }) => {
        const events: { readonly id: string }[] = [];
        const stripe = await createStripeSandbox({
          publicUrl: 'http://127.0.0.1:1',
          onEvent: (event) => void events.push(event),
        });
        try {
          const servers = [
            await start(keysOf(stripe, stripe.port)),
            await start(keysOf(stripe, stripe.port)),
          ];
          const [first] = servers;
          if (first === undefined) throw new Error('There is no server.');
          const { session } = await open(first, 'webhooks', 'free');
          const headers = { ...asJson, Authorization: `Bearer ${session}` };
          const page = `${first.url}/app/subscription`;
          must(
            (await statusOf(`${first.url}/api/payments/create-checkout-session`, {
              method: 'POST',
              headers,
              body: JSON.stringify({ success_url: page, cancel_url: page }),
            })) === 200,
            'there is no checkout',
          );
          const [checkout] = stripe.state.kept.checkouts;
          if (checkout === undefined) throw new Error('There is no checkout.');
          stripe.state.pay(checkout);
          must(events.length > 0, 'nothing happened at Stripe');
          const sent = Array.from({ length: 200 }, (_, i) => ({
            event: events[i % events.length],
            at: chance(),
          })).sort((a, b) => a.at - b.at);
          const statuses = await Promise.all(
            sent.map(({ event }, i) => {
              const body = JSON.stringify(event);
              return statusOf(`${servers[i % 2]?.url}/api/payments/webhook`, {
                method: 'POST',
                headers: { ...asJson, 'Stripe-Signature': signed(body, stripe.webhookSecret) },
                body,
              });
            }),
          );
          must(
            statuses.every((status) => status === 200),
            `answers: ${[...new Set(statuses)].join()}`,
          );
          const noted = await inDatabase(
            database.url,
            async (client) =>
              (
                await client.query<{ n: string }>(
                  'select count(*) as n from stripe_event where applied_at is not null',
                )
              ).rows[0]?.n,
          );
          must(Number(noted) === events.length, `${noted} events are noted of ${events.length}`);
          const tier = async () =>
            z
              .object({ tier: z.string() })
              .parse(
                await (
                  await fetch(`${first.url}/api/freemium/subscription/current`, { headers })
                ).json(),
              ).tier;
          await secondsUntil(async () => (await tier()) === 'paid', 10);
          const [made] = stripe.state.kept.subscriptions;
          if (made === undefined) throw new Error('There is no subscription.');
          // What came before comes again after the end of it all.
          stripe.state.end(made);
          await Promise.all(
            events.map((event, i) => {
              const body = JSON.stringify(event);
              return statusOf(`${servers[i % 2]?.url}/api/payments/webhook`, {
                method: 'POST',
                headers: { ...asJson, 'Stripe-Signature': signed(body, stripe.webhookSecret) },
                body,
              });
            }),
          );
          must((await tier()) === 'free', 'old events bring back what has ended');
          return `${events.length} events noted once each; Pro by them, and no longer once it has ended`;
        } finally {
          await stripe.close();
        }
      }),
  },
];

type Stripe = Awaited<ReturnType<typeof createStripeSandbox>>;
const keysOf = (stripe: Stripe, port: number): Record<string, string> => ({
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
  STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  STRIPE_PRICE_ID: stripe.priceId,
  STRIPE_SANDBOX_PORT: String(port),
});

/**
 * The signature that Stripe gives an event (its documentation, "Verify webhook signatures
 * manually").
 */
function signed(body: string, secret: string): string {
  const seconds = Math.floor(Date.now() / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}
