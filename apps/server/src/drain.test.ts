import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';

/** In production a server names its public address alone, so the port is chosen here. */
const probe = createServer().listen(0, '127.0.0.1');
await once(probe, 'listening');
const { port } = z.object({ port: z.int() }).parse(probe.address());
probe.close();
const dataDir = mkdtempSync(join(tmpdir(), 'columnist-drain-'));
const token = 'bWV0cmljcyB0b2tlbiBvZiBhIGdvb2QgbGVuZ3Ro';
const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
  env: {
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'error',
    WORKERS: '1',
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://columnist.example.com',
    TRUST_PROXY: 'none',
    METRICS_TOKEN: token,
    APP_SECRET: 'Zm9ydHktdHdvIHJhbmRvbSBieXRlcyBvZiBzZWNyZXQ=',
    SMTP_URL: 'smtp://127.0.0.1:1',
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_PRICE_ID: 'price_1',
  },
});
afterAll(() => {
  child.kill('SIGKILL');
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

test('a server in production, asked to end, says at once that it is not ready, and goes on answering until proxies know', async () => {
  const url = `http://127.0.0.1:${port}`;
  const ready = (): Promise<number> =>
    fetch(`${url}/ready`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(ready, { timeout: 90_000 }).toBe(200);
  expect(
    (await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${token}` } })).status,
  ).toBe(200);
  // The stand-ins are not there.
  expect((await fetch(`${url}/sandbox/mail`)).status).toBe(404);

  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await expect.poll(ready, { timeout: 2000 }).toBe(503);
  expect((await fetch(`${url}/health`)).status).toBe(200);
  expect((await fetch(`${url}/api/openapi.json`)).status).toBe(200);
  expect((await ended)[0]).toBe(0);
});
