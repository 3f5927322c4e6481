import { grantRole, stripePayments } from '@columnist/core';
import { createStripeSandbox } from '@columnist/sandbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

let app: TestApp;
let root: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  root = await app.createTestUser({ email: 'root@example.com' });
  await grantRole(app.core.orm.em.fork(), root.email, 'admin');
});
afterAll(() => app.close());

const password = 'rows of beans 7';
const record = z.record(z.string(), z.unknown());

async function ask(
  method: string,
  path: string,
  { token, body }: { token?: string; body?: unknown } = {},
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${app.url}/api/v1${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}
const keysOf = (body: unknown): string[] => Object.keys(record.parse(body)).sort();
const userKeys = [
  'api_calls',
  'api_key',
  'created_at',
  'email',
  'email_verified',
  'full_name',
  'id',
  'is_active',
  'roles',
  'subscription_tier',
];

test('registering and logging in answer tokens and user, logging out and refreshing work [S3.1 S3.3 S3.4 S7.1 S7.3 S7.4 S7.5 S7.6 S7.7 S7.11]', async () => {
  const registered = await ask('POST', '/auth/register', {
    body: { email: 'ada@example.com', password, full_name: 'Ada Byron', captchaToken: 'x' },
  });
  expect([registered.status, keysOf(registered.body)]).toEqual([
    201,
    ['access_token', 'full_name', 'refresh_token', 'user'],
  ]);
  expect(keysOf(record.parse(registered.body)['user'])).toEqual(userKeys);
  const { body } = await ask('POST', '/auth/login', {
    body: { email: 'ada@example.com', password, captchaToken: 'x' },
  });
  expect(keysOf(body)).toEqual(['access_token', 'refresh_token', 'user']);
  const {
    access_token: token,
    refresh_token: refresh,
    user,
  } = z
    .object({ access_token: z.string(), refresh_token: z.string(), user: z.unknown() })
    .parse(body);
  expect(await ask('GET', '/auth/me', { token })).toEqual({ status: 200, body: user });
  expect((await ask('GET', '/auth/me')).status).toBe(401);
  const renewed = z
    .object({ access_token: z.string() })
    .parse((await ask('POST', '/auth/refresh', { body: { refresh_token: refresh } })).body);
  expect((await ask('POST', '/auth/logout', { token: renewed.access_token })).status).toBe(204);
  expect((await ask('GET', '/auth/me', { token: renewed.access_token })).status).toBe(401);
});

test('forgot, reset and resend answer a message; a reset token works [S7.8 S7.9 S7.10 S5.10]', async () => {
  const user = await app.createTestUser({ verified: false });
  expect(
    await ask('POST', '/auth/forgot-password', { body: { email: user.email, captchaToken: 'x' } }),
  ).toEqual({ status: 200, body: { message: 'Password reset link has been sent to your email.' } });
  expect(
    (
      await ask('POST', '/auth/resend-verification', {
        body: { email: user.email, captchaToken: 'x' },
      })
    ).body,
  ).toEqual({ message: 'Verification email has been sent.' });
  expect(await ask('POST', '/auth/resend-verification', { body: { email: '' } })).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'email', message: 'Email is required' }] },
  });
  await app.core.deliverMail();
  const reset = app.mail.sent.find(
    ({ to, subject }) => to === user.email && subject === 'Reset your password',
  );
  const token = /token=([\w-]+)/.exec(reset?.text ?? '')?.[1];
  expect(
    (await ask('POST', '/auth/reset-password', { body: { token, password, captchaToken: 'x' } }))
      .body,
  ).toEqual({
    message: 'Your password has been reset successfully. Please log in with your new password.',
  });
  expect((await ask('POST', '/auth/login', { body: { email: user.email, password } })).status).toBe(
    200,
  );
});

test('the profile is changed, the password confirmed, the key made again [S4.15 S4.16 S5.7 S7.12 S7.13 S7.14 S7.15 S9.9]', async () => {
  const user = await app.createTestUser();
  const token = user.accessToken;
  expect(
    (await ask('PUT', '/auth/me', { token, body: { full_name: 'Ada King' } })).body,
  ).toMatchObject({ full_name: 'Ada King' });
  expect(
    (await ask('PUT', '/auth/me', { token, body: { email: 'other@example.com' } })).status,
  ).toBe(422);
  expect(
    await ask('POST', '/auth/verify-password', { token, body: { password: 'wrong' } }),
  ).toMatchObject({ status: 403, body: { detail: 'Current password is incorrect' } });
  expect(
    (await ask('POST', '/auth/verify-password', { token, body: { password: user.password } })).body,
  ).toEqual({ valid: true });
  expect((await ask('GET', '/auth/api-key', { token })).body).toMatchObject({
    api_key: user.apiKey,
  });
  const { api_key: key } = z
    .object({ api_key: z.string() })
    .parse((await ask('POST', '/auth/api-key/regenerate', { token })).body);
  expect(key).not.toBe(user.apiKey);
  expect(record.parse((await ask('GET', '/auth/me', { token })).body)['api_key']).toBe(
    `${'•'.repeat(28)}${key.slice(-4)}`,
  );
  expect(
    (await fetch(`${app.url}/api/v1/datasets`, { headers: { 'API-Key': user.apiKey ?? '' } }))
      .status,
  ).toBe(401);
  const unverified = await app.createTestUser({ verified: false });
  expect(
    await ask('POST', '/auth/api-key/regenerate', { token: unverified.accessToken }),
  ).toMatchObject({ status: 403, body: { code: 'email_unverified' } });
});

test('datasets are uploaded, listed, read, analysed and deleted; a key computes statistics [S3.5 S3.7 S3.9 S7.16 S7.17 S7.18 S7.19 S7.20 S7.31 S9.1]', async () => {
  const user = await app.createTestUser();
  const token = user.accessToken;
  const uploaded = await app.upload(user, 'x\n1\n2\n4\n', 'small.csv');
  const dataset = record.parse(await uploaded.json());
  expect([uploaded.status, dataset]).toMatchObject([
    201,
    { name: 'small.csv', file_size: 8, created_at: expect.stringMatching(/Z$/) },
  ]);
  const id = z.string().parse(dataset['id']);
  expect((await ask('GET', '/datasets', { token })).body).toMatchObject([
    { id, name: 'small.csv' },
  ]);
  expect((await ask('GET', `/datasets/${id}`, { token })).body).toMatchObject({ id, row_count: 3 });
  expect(
    (await ask('POST', `/datasets/${id}/analyze`, { token, body: { columns: ['x'] } })).body,
  ).toMatchObject({ columns: [{ name: 'x', n: 3, median: 2 }] });
  const byKey = await fetch(`${app.url}/api/v1/statistics`, {
    method: 'POST',
    headers: { 'API-Key': user.apiKey ?? '', 'Content-Type': 'text/csv' },
    body: 'x\n1\n3\n',
  });
  expect([byKey.status, await byKey.json()]).toMatchObject([200, { columns: [{ mean: 2 }] }]);
  // The session asked over REST once, the key once.
  const usage = await fetch(`${app.url}/api/freemium/usage`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(await usage.json()).toMatchObject({
    api_queries: 2,
    datasets_uploaded: 1,
    max_datasets: 5,
    max_api_queries: 100,
    last_reset: '2026-11-01T00:00:00.000Z',
    user_id: user.id,
  });
  expect(
    z
      .array(z.object({ tier: z.string() }))
      .parse(await (await fetch(`${app.url}/api/freemium/subscription/plans`)).json())
      .map(({ tier }) => tier),
  ).toEqual(['free', 'paid']);
  expect((await ask('DELETE', `/files/datasets/${id}`, { token })).status).toBe(204);
  expect((await ask('GET', '/datasets', { token })).body).toEqual([]);
});

test('an administrator sees roles, users and figures, and changes roles [S3.2 S3.6 S6.4 S6.5 S7.21 S7.22 S7.23 S7.24]', async () => {
  const user = await app.createTestUser();
  const token = root.accessToken;
  const [role] = z
    .array(z.object({ id: z.string(), name: z.string() }))
    .parse((await ask('GET', '/roles', { token })).body);
  expect(role?.name).toBe('admin');
  const change = { user_id: user.id, role_id: role?.id };
  expect((await ask('POST', '/roles/assign', { token, body: change })).body).toMatchObject({
    id: user.id,
    roles: [role],
  });
  expect((await ask('GET', '/roles/users', { token: user.accessToken })).body).toContainEqual(
    expect.objectContaining({ id: user.id, roles: [role] }),
  );
  expect((await ask('POST', '/roles/remove', { token, body: change })).body).toMatchObject({
    id: user.id,
    roles: [],
  });
  expect((await ask('GET', '/roles/users', { token: user.accessToken })).status).toBe(403);
  // All of them, however many there are.
  await app.core.orm.em.fork().execute(
    `insert into user_account (id, email, email_key, full_name, password_hash, is_active, created_at)
       select gen_random_uuid(), 'many' || n || '@example.com', 'many' || n || '@example.com', 'One of many', '', true, '2090-01-01'
       from generate_series(1, 450) n`,
  );
  const users = z.array(record).parse((await ask('GET', '/roles/users', { token })).body);
  const counted = z
    .array(z.object({ n: z.coerce.number() }))
    .parse(await app.core.orm.em.fork().execute('select count(*) as n from user_account'));
  expect([users.length, new Set(users.map(({ id }) => id)).size]).toEqual([
    counted[0]?.n,
    counted[0]?.n,
  ]);
  expect(users.slice(0, 450).every(({ email }) => String(email).startsWith('many'))).toBe(true);
  expect(keysOf((await ask('GET', '/admin/stats', { token })).body)).toEqual([
    'active_sessions',
    'active_users',
    'api_requests_today',
    'days',
    'storage_used',
    'total_datasets',
    'total_users',
  ]);
});

test('names and passwords have their lengths [S5.1 S9.7]', async () => {
  const tried = async (change: object) => {
    const { body } = await ask('POST', '/auth/register', {
      body: { email: 'lengths@example.com', password, full_name: 'Ada Byron', ...change },
    });
    return z
      .object({ errors: z.array(z.object({ field: z.string(), message: z.string() })) })
      .parse(body).errors;
  };
  expect(await tried({ full_name: 'A' })).toEqual([
    { field: 'full_name', message: 'Must be between 2 and 100 characters' },
  ]);
  expect(await tried({ full_name: 'A'.repeat(101) })).toEqual([
    { field: 'full_name', message: 'Must be between 2 and 100 characters' },
  ]);
  expect(await tried({ password: '1234567' })).toEqual([
    { field: 'password', message: 'Must be at least 8 characters' },
  ]);
  expect(await tried({ email: '' })).toMatchObject([{ field: 'email' }]);
});

test('the freemium and payment calls are on the root path, by the bearer access token [S1.2 S3.7 S3.8 S3.9 S3.10 S7.2 S7.3 S7.26 S7.27 S7.28 S7.29 S7.30]', async () => {
  const stripe = await createStripeSandbox({
    publicUrl: 'http://localhost:3000',
    onEvent: () => undefined,
  });
  const { secretKey, publishableKey, webhookSecret, priceId, port } = stripe;
  const paying = await createTestApp(
    { publicUrl: 'http://localhost:3000' },
    stripePayments({ secretKey, publishableKey, webhookSecret, priceId, sandboxPort: port }),
  );
  try {
    const { accessToken } = await paying.createTestUser();
    const call = async (method: string, path: string, body?: unknown, token = accessToken) => {
      const response = await fetch(`${paying.url}${path}`, {
        method,
        headers: {
          ...(token === '' ? {} : { Authorization: `Bearer ${token}` }),
          'Content-Type': 'application/json',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: z.unknown().parse(await response.json()) };
    };
    const plan = (tier: string, price: number, datasets: number, queries: number, mb: number) => ({
      tier,
      price,
      max_datasets: datasets,
      max_api_queries: queries,
      max_file_size_mb: mb,
      description: expect.stringMatching(/^(?:Basic|Full) access/),
    });
    const free = plan('free', 0, 5, 100, 10);
    expect(await call('GET', '/api/freemium/usage')).toMatchObject({
      status: 200,
      body: { api_queries: 0, datasets_uploaded: 0, max_datasets: 5, max_api_queries: 100 },
    });
    expect(await call('GET', '/api/freemium/subscription/current')).toMatchObject({
      status: 200,
      body: free,
    });
    expect(await call('GET', '/api/freemium/subscription/plans')).toMatchObject({
      status: 200,
      body: [free, plan('paid', 29, 50, 0, 100)],
    });
    const urls = {
      success_url: 'http://localhost:3000/app/subscription?success=true',
      cancel_url: 'http://localhost:3000/app/subscription?canceled=true',
    };
    expect(await call('POST', '/api/payments/create-checkout-session', urls)).toEqual({
      status: 200,
      body: {
        public_key: publishableKey,
        checkout_session_id: expect.stringMatching(/^cs_test_/),
        checkout_url: expect.stringContaining('/sandbox/checkout/cs_test_'),
      },
    });
    // Nothing is paid for yet.
    expect((await call('POST', '/api/payments/cancel-subscription')).status).toBe(409);
    for (const [method, path] of [
      ['GET', '/api/freemium/usage'],
      ['GET', '/api/freemium/subscription/current'],
      ['POST', '/api/payments/create-checkout-session'],
      ['POST', '/api/payments/cancel-subscription'],
    ] as const)
      expect((await call(method, path, method === 'POST' ? urls : undefined, '')).status).toBe(401);
  } finally {
    await paying.close();
    await stripe.close();
  }
});

test('only files named .csv are taken [S5.8]', async () => {
  const user = await app.createTestUser();
  const tried = async (name: string) => {
    const answer = await app.upload(user, 'x\n1\n2\n', name);
    return [answer.status, record.parse(await answer.json())['detail'] ?? null];
  };
  expect([await tried('a.txt'), await tried('a.xlsx'), await tried('csv')]).toEqual(
    Array.from({ length: 3 }, () => [422, expect.stringContaining('.csv')]),
  );
  expect((await tried('a.CSV'))[0]).toBe(201);
});
