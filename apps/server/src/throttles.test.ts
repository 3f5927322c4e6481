import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from './testing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ throttleScale: 1 });
});
afterAll(() => app.close());

test('a forged address starts no new count, and the refusal says when to come back', async () => {
  const attempt = (i: number) =>
    fetch(`${app.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': `203.0.113.${i}`,
        Forwarded: `for=203.0.113.${i}`,
        'X-Real-IP': `203.0.113.${i}`,
      },
      body: JSON.stringify({ email: 'somebody@example.com', password: 'wrong' }),
    });
  const answers = [];
  for (let i = 0; i < 11; i++) answers.push(await attempt(i));
  expect(answers.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 10 }, () => 401),
    429,
  ]);
  const last = answers.at(-1);
  expect([
    last?.headers.get('retry-after'),
    last?.headers.get('cache-control'),
    last?.headers.get('x-content-type-options'),
    last?.headers.get('referrer-policy'),
  ]).toEqual(['900', 'no-store', 'nosniff', 'no-referrer']);
  expect(await last?.json()).toMatchObject({
    code: 'rate_limited',
    detail: 'Too many attempts. Try again in 15 minutes.',
  });
});

test('log-ins that fail are written as often as they are let through, and no more', async () => {
  const attempt = (email: string) =>
    fetch(`${app.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password: 'wrong' }),
    }).then(({ status }) => status);
  const lines = async () =>
    app.core.orm.em
      .fork()
      .execute<unknown[]>("select id from audit_entry where action = 'auth.login'")
      .then(({ length }) => length);
  const before = await lines();
  const answers = [];
  for (let i = 0; i < 150; i++) answers.push(await attempt(`unknown-${i}@example.com`));
  const letThrough = answers.filter((status) => status === 401).length;
  expect(letThrough).toBeLessThanOrEqual(100);
  expect((await lines()) - before).toBe(letThrough);
});
