import { allOperations } from '@columnist/contract';
import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

let app: TestApp;
let ada: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.createTestUser({ tier: 'paid' });
});
afterAll(() => app.close());

/** Every route that takes a file. */
const routes = allOperations.flatMap(({ path, rest }) =>
  rest?.body === 'multipart' || rest?.body === 'csv'
    ? [
        {
          operation: path,
          method: rest.method.toUpperCase(),
          url: rest.path.replace('{id}', '01900000-0000-7000-8000-000000000000'),
          body: rest.body,
        },
      ]
    : [],
);
const received = async (): Promise<string[]> =>
  (await app.files()).filter((file) => file.startsWith('temp') && !file.endsWith('/'));

test('there are routes with files', () => {
  expect(routes.map(({ operation }) => operation)).toContain('datasets.create');
  expect(routes.map(({ body }) => body)).toContain('csv');
});

describe.each(routes)('$operation', ({ method, url, body }) => {
  const bodyOf = (): { readonly body: FormData | string; readonly headers: object } => {
    if (body === 'csv') return { body: 'a,b\n1,2\n', headers: { 'Content-Type': 'text/csv' } };
    const form = new FormData();
    form.append('file', new Blob(['a,b\n1,2\n']), 'table.csv');
    return { body: form, headers: {} };
  };
  test.each([
    ['a parameter that there is none', '?there_is_no_such=1', {}],
    ['an empty key', '', { 'Idempotency-Key': '' }],
    ['a key that is too long', '', { 'Idempotency-Key': 'k'.repeat(300) }],
  ])('keeps nothing of a file that is refused for %s', async (_, query, headers) => {
    const sent = bodyOf();
    const answer = await fetch(app.url + url + query, {
      method,
      headers: { Authorization: `Bearer ${ada.accessToken}`, ...sent.headers, ...headers },
      body: sent.body,
    });
    if (query !== '') expect(answer.status).toBe(422);
    await answer.arrayBuffer();
    expect(await received()).toEqual([]);
  });

  test('forgets requests whose connections end before they are read', async () => {
    const { hostname, port } = new URL(app.url);
    for (let i = 0; i < 20; i++) {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      socket.end(
        `${method} ${url} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${ada.accessToken}\r\n` +
          `Content-Type: ${body === 'csv' ? 'application/json' : 'multipart/form-data; boundary=edge'}\r\n` +
          'Content-Length: 5000000\r\n\r\n',
      );
      socket.destroy();
    }
    const large = JSON.stringify({ data: { x: Array.from({ length: 100_000 }, (_, i) => i) } });
    const ask = async (): Promise<number> =>
      (
        await fetch(`${app.url}/api/v1/statistics`, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${ada.accessToken}`,
            'Content-Type': 'application/json',
          },
          body: large,
        })
      ).status;
    await expect.poll(ask).toBe(200);
    await expect.poll(received).toEqual([]);
  });
});
