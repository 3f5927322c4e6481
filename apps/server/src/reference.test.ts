import { allOperations, errors } from '@columnist/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from './testing.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test('TypeScript types of the API are there to be fetched', async () => {
  const response = await fetch(`${app.url}/api/types.d.ts`);
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    200,
    'text/plain; charset=utf-8',
    expect.stringContaining('export interface paths'),
  ]);
});

test.each([
  ['/docs', '/app/docs'],
  ['/docs/', '/app/docs/'],
  ['/docs/views', '/app/docs/views'],
])('%s leads to the documentation', async (path, to) => {
  const answer = await fetch(new URL(path, app.url), { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, to]);
});

test('the reference page has every call and every error, its own styles, and no script', async () => {
  const answer = await fetch(new URL('/api/docs', app.url));
  const html = await answer.text();
  expect(html).not.toContain('int64');
  expect([
    answer.status,
    answer.headers.get('content-type'),
    answer.headers.get('content-security-policy'),
  ]).toEqual([
    200,
    'text/html; charset=utf-8',
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ]);
  for (const { rest, path } of allOperations)
    if (rest !== undefined && !path.startsWith('admin.'))
      expect(html).toContain(`<article id="${path.replace('.', '-')}">`);
  for (const code of Object.keys(errors)) expect(html).toContain(`<code>${code}</code>`);
  expect(html).not.toMatch(/<script|style="|undefined|NaN/);
  expect(html).toContain('curl &quot;$COLUMNIST_URL/api/v1/datasets/$ID/frequencies&quot;');
  const styles = await fetch(new URL('/api/docs.css', app.url));
  expect([styles.status, styles.headers.get('content-type')]).toEqual([
    200,
    'text/css; charset=utf-8',
  ]);
});
