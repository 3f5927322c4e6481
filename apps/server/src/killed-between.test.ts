import { createTestDatabase } from '@columnist/core/testing';
import { createStripeSandbox } from '@columnist/sandbox';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';

type Event = Parameters<NonNullable<Parameters<typeof createStripeSandbox>[0]['onEvent']>>[0];

test(
  'a server killed between noting an event and acting on it makes up for it after its restart',
  { timeout: 180_000 },
  async () => {
    const events: Event[] = [];
    const stripe = await createStripeSandbox({
      publicUrl: 'http://127.0.0.1:1',
      onEvent: (event) => events.push(event),
    });
    const database = await createTestDatabase('PostgreSQL');
    const folder = mkdtempSync(join(tmpdir(), 'columnist-killed-'));
    const started: ChildProcess[] = [];
    onTestFinished(() => {
      for (const child of started) child.kill('SIGKILL');
    });
    async function start(): Promise<{ child: ChildProcess; url: string; output: () => string }> {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
        env: {
          PATH: process.env['PATH'] ?? '',
          DATA_DIR: folder,
          DATABASE_URL: database.url,
          PORT: '0',
          LOG_LEVEL: 'error',
          WORKERS: '1',
          CAPTCHA: 'off',
          STRIPE_SECRET_KEY: stripe.secretKey,
          STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
          STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
          STRIPE_PRICE_ID: stripe.priceId,
          STRIPE_SANDBOX_PORT: String(stripe.port),
        },
      });
      started.push(child);
      let text = '';
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (chunk: Buffer) => (text += chunk.toString()));
      const url = await vi.waitFor(
        () => {
          const found = /ready on (http:\/\/[^/]+)\/app\//.exec(text)?.[1];
          if (found === undefined) throw new Error(text);
          return found;
        },
        { timeout: 60_000, interval: 100 },
      );
      return { child, url, output: () => text };
    }

    const first = await start();
    const json = { 'Content-Type': 'application/json' };
    const account = { email: 'killed@example.com', password: 'rows of beans 7' };
    const { access_token: token } = z.object({ access_token: z.string() }).parse(
      await (
        await fetch(`${first.url}/api/v1/auth/register`, {
          method: 'POST',
          headers: json,
          body: JSON.stringify({ ...account, full_name: 'Kim Between' }),
        })
      ).json(),
    );
    const link = await vi.waitFor(
      () => {
        const found = /its link: (\S+)/.exec(first.output())?.[1];
        if (found === undefined) throw new Error('no mail');
        return found;
      },
      { timeout: 20_000, interval: 100 },
    );
    await fetch(`${first.url}/api/v1/auth/me/verify-email`, {
      method: 'POST',
      headers: { ...json, Authorization: `Bearer ${token}` },
      body: JSON.stringify({ token: new URL(link).searchParams.get('token') }),
    });
    const tier = async (url: string) =>
      z.object({ tier: z.string() }).parse(
        await (
          await fetch(`${url}/api/freemium/subscription/current`, {
            headers: { Authorization: `Bearer ${token}` },
          })
        ).json(),
      ).tier;
    const page = `${first.url}/app/subscription`;
    await fetch(`${first.url}/api/payments/create-checkout-session`, {
      method: 'POST',
      headers: { ...json, Authorization: `Bearer ${token}` },
      body: JSON.stringify({ success_url: page, cancel_url: page }),
    });
    const [checkout] = stripe.state.kept.checkouts;
    if (checkout === undefined) throw new Error('There is no checkout.');
    stripe.state.pay(checkout);

    // The provider is silent: the event is noted, and the server waits for an answer when it is
    // killed.
    stripe.stalled = true;
    const payload = JSON.stringify(events[0]);
    const signature = new Stripe('sk_test', { telemetry: false }).webhooks.generateTestHeaderString(
      { payload, secret: stripe.webhookSecret },
    );
    const answered = fetch(`${first.url}/api/payments/webhook`, {
      method: 'POST',
      headers: { ...json, 'Stripe-Signature': signature },
      body: payload,
    }).then(
      ({ status }) => status,
      () => 'none',
    );
    await vi.waitFor(() => expect(stripe.held).toBeGreaterThan(0), { timeout: 60_000 });
    expect(await tier(first.url)).toBe('free');
    first.child.kill('SIGKILL');
    expect(await answered).toBe('none');
    stripe.stalled = false;

    const again = await start();
    await vi.waitFor(async () => expect(await tier(again.url)).toBe('paid'), {
      timeout: 60_000,
      interval: 1000,
    });
    again.child.kill('SIGTERM');
    await once(again.child, 'exit');
    await stripe.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  },
);
