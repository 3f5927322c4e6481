import express from 'express';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createStripeSandbox, type StripeSandbox } from './create-stripe-sandbox.ts';

const opened: { close: () => unknown }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const open = async (): Promise<StripeSandbox> => {
  const sandbox = await createStripeSandbox({
    publicUrl: 'http://127.0.0.1:1',
    onEvent: () => undefined,
  });
  opened.push(sandbox);
  return sandbox;
};

test('its secrets are random at each start', async () => {
  const [first, second] = [await open(), await open()];
  for (const { secretKey, webhookSecret } of [first, second])
    expect([secretKey, webhookSecret]).toEqual([
      expect.stringMatching(/^sk_test_[0-9a-f]{48}$/),
      expect.stringMatching(/^whsec_[0-9a-f]{64}$/),
    ]);
  expect([
    first.secretKey === second.secretKey,
    first.webhookSecret === second.webhookSecret,
  ]).toEqual([false, false]);
  const ask = (key: string) =>
    fetch(`http://127.0.0.1:${first.port}/v1/customers`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}` },
    }).then(({ status }) => status);
  expect([
    await ask(first.secretKey),
    await ask(second.secretKey),
    await ask('sk_test_sandbox'),
  ]).toEqual([200, 401, 401]);
});

test('its pages answer nobody behind a proxy, and the clock moves for a customer alone', async () => {
  const sandbox = await open();
  const server: Server = createServer(express().use(sandbox.router)).listen(0, '127.0.0.1');
  opened.push(server);
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/sandbox`;
  const made = await fetch(`http://127.0.0.1:${sandbox.port}/v1/customers`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${sandbox.secretKey}` },
  });
  const { id: customer } = z.object({ id: z.string() }).parse(await made.json());
  const status = async (path: string, method = 'GET', headers: Record<string, string> = {}) =>
    (await fetch(url + path, { method, headers, redirect: 'manual' })).status;
  expect([
    await status(`/billing/${customer}`),
    await status(`/billing/${customer}`, 'GET', { 'X-Forwarded-For': '203.0.113.9' }),
  ]).toEqual([200, 403]);
  const before = sandbox.state.kept.ahead;
  expect([
    await status('/billing/cus_test_other/advance', 'POST'),
    sandbox.state.kept.ahead,
  ]).toEqual([404, before]);
  expect([await status(`/billing/${customer}/advance`, 'POST'), sandbox.state.kept.ahead]).toEqual([
    303,
    before + 31 * 86_400,
  ]);
});
