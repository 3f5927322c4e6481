import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

let app: TestApp;
let user: TestUser;
let id: string;
beforeAll(async () => {
  app = await createTestApp({ throttleScale: 1 });
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await app.createTestUser();
  id = z
    .object({ id: z.string() })
    .parse(await (await app.upload(user, 'x,y\n1,2\n3,5\n')).json()).id;
});

const session = () => ({ Authorization: `Bearer ${user.accessToken}` });
const rest = (path: string) =>
  fetch(`${app.url}/api/v1/datasets/${id}${path}`, { headers: session() });
const browse = () =>
  fetch(`${app.url}/trpc/datasets.rows?input=${encodeURIComponent(JSON.stringify({ id }))}`, {
    headers: session(),
  });
const usedUp = (sql: string, ...values: unknown[]) => app.core.orm.em.fork().execute(sql, values);
const used = async () =>
  z
    .object({ api_queries: z.int() })
    .parse(await (await fetch(`${app.url}/api/freemium/usage`, { headers: session() })).json())
    .api_queries;

test('calls of a session through REST count towards the month as those of a key do; the browser stays free [M1]', async () => {
  await usedUp(
    'insert into usage_month (user_id, month, used) values (?, ?, 97)',
    user.id,
    '2026-11',
  );
  const answers = [
    await rest('/rows'),
    await rest('/rows'),
    await rest('/rows'),
    await rest('/rows'),
  ];
  expect(
    answers.map(({ status, headers }) => [
      status,
      headers.get('quota-used'),
      headers.get('ratelimit-limit'),
    ]),
  ).toEqual([
    [200, '98', '600'],
    [200, '99', '600'],
    [200, '100', '600'],
    [429, '100', '600'],
  ]);
  expect(await answers[3]?.json()).toMatchObject({ code: 'quota_exceeded', used: 100, limit: 100 });
  expect([
    (await browse()).status,
    (await rest('/export')).status,
    (await rest('/file')).status,
    (await rest('')).status,
  ]).toEqual([200, 200, 200, 200]);
  expect(await used()).toBe(100);
  const noted = await fetch(`${app.url}/api/v1/auth/agent-calls`, { headers: session() });
  expect(await noted.json()).toMatchObject({ total: 0 });
});

test('a session’s calls of a minute are limited through tRPC and REST together, beside those of the key [H1]', async () => {
  expect((await browse()).headers.get('ratelimit-limit')).toBe('600');
  await usedUp('update rate_window set calls = 598 where subject = ?', `session:${user.id}`);
  const answers = [await browse(), await rest(''), await browse(), await rest('')];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 429]);
  expect(answers.slice(2).map(({ headers }) => headers.get('retry-after'))).toEqual(['60', '60']);
  expect(await answers[2]?.json()).toMatchObject({
    error: {
      data: {
        problem: {
          code: 'rate_limited',
          detail: 'More than 600 calls in a minute. Wait 60 seconds.',
          retry_after: 60,
          limit: 600,
        },
      },
    },
  });
  const program = await fetch(`${app.url}/api/v1/datasets/${id}/rows`, {
    headers: { 'API-Key': user.apiKey ?? '' },
  });
  expect([
    program.status,
    program.headers.get('ratelimit-limit'),
    program.headers.get('ratelimit-remaining'),
  ]).toEqual([200, '60', '59']);
  app.clock.advance(60);
  expect((await browse()).status).toBe(200);
});
