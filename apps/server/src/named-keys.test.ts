import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  user = await app.createTestUser();
});
afterAll(() => app.close());

const asSession = (): Record<string, string> => ({ Authorization: `Bearer ${user.accessToken}` });
const ask = (
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<Response> =>
  fetch(`${app.url}/api/v1${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const made = z.object({ api_key: z.string(), key: z.object({ id: z.uuid(), name: z.string() }) });

test('named keys are made, used in either header, listed without the key, and revoked', async () => {
  const {
    api_key: key,
    key: { id },
  } = made.parse(
    await (
      await ask('POST', '/auth/api-keys', asSession(), { name: 'CI', scopes: ['read', 'analyse'] })
    ).json(),
  );
  const statistics = (headers: Record<string, string>) =>
    ask('POST', '/statistics', headers, { data: { x: [1, 2, 3] } });
  for (const headers of [{ 'API-Key': key }, { Authorization: `Bearer ${key}` }])
    expect((await statistics(headers)).status).toBe(200);
  const listed = await ask('GET', '/auth/api-keys', asSession());
  const text = await listed.text();
  expect(text).not.toContain(key.slice(9));
  expect(JSON.parse(text)).toMatchObject({
    items: [
      {
        id,
        name: 'CI',
        last_four: key.slice(-4),
        last_used_address: expect.stringMatching(/127\.0\.0\.1$/),
      },
    ],
    total: 1,
  });
  expect((await ask('DELETE', `/auth/api-keys/${id}`, asSession())).status).toBe(204);
  const refused = await statistics({ 'API-Key': key });
  expect([refused.status, await refused.json()]).toMatchObject([
    401,
    {
      code: 'unauthenticated',
      detail: 'This API key is not valid.',
      fix: expect.stringContaining('make a new one'),
    },
  ]);
});

test('all keys of an account have one quota', async () => {
  const owner = await app.createTestUser();
  const session = { Authorization: `Bearer ${owner.accessToken}` };
  const { api_key: key } = made.parse(
    await (
      await ask('POST', '/auth/api-keys', session, { name: 'second', scopes: ['analyse'] })
    ).json(),
  );
  const used: (string | null)[] = [];
  for (const one of [owner.apiKey ?? '', key, owner.apiKey ?? ''])
    used.push(
      (await ask('POST', '/statistics', { 'API-Key': one }, { data: { x: [1, 2] } })).headers.get(
        'quota-used',
      ),
    );
  expect(used).toEqual(['1', '2', '3']);
});

test('the answer that holds a key is kept for no Idempotency-Key', async () => {
  const create = () =>
    ask(
      'POST',
      '/auth/api-keys',
      { ...asSession(), 'Idempotency-Key': 'the same' },
      { name: 'once', scopes: ['read'] },
    );
  const [first, second] = [await create(), await create()];
  expect([first.status, second.status, await second.json()]).toMatchObject([
    201,
    409,
    {
      code: 'conflict',
      detail: 'You have a key with the name “once” already.',
      fix: 'Choose another name, or revoke the key that has it.',
    },
  ]);
  expect(await app.core.orm.em.fork().execute('select 1 from repeated_request')).toEqual([]);
});

test('common passwords are refused by every way to choose one', async () => {
  const refusal = {
    status: 422,
    code: 'invalid_input',
    detail: 'This password is one of the most common ones. Choose another.',
    errors: [{ field: 'password', message: 'Too common: choose another.' }],
  };
  const password = 'Corvette';
  const chosen = [
    await ask(
      'POST',
      '/auth/register',
      {},
      { email: 'common@example.com', password, full_name: 'No Body' },
    ),
    await ask('POST', '/auth/reset-password', {}, { token: 'none', password }),
    await ask('POST', '/auth/verify-password', asSession(), { password: user.password }),
    await ask('PUT', '/auth/me', asSession(), { password }),
  ];
  expect(chosen.map(({ status }) => status)).toEqual([422, 422, 200, 422]);
  for (const [i, answer] of chosen.entries())
    if (i !== 2) expect(await answer.json()).toMatchObject(refusal);
});
