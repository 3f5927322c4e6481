import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

let app: TestApp;
let owner: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  owner = await app.createTestUser({ tier: 'paid' });
});
afterAll(() => app.close());

const made = z.object({ id: z.uuid() });
const list = z.array(z.object({ id: z.string() }));
const key = () => ({ 'API-Key': owner.apiKey ?? '' });
const send = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(new URL(path, app.url), {
    method: 'POST',
    headers: { ...key(), 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const upload = (csv: string, headers: Record<string, string>) => {
  const form = new FormData();
  form.append('file', new Blob([csv]), 'stock.csv');
  return fetch(new URL('/api/v1/datasets', app.url), {
    method: 'POST',
    headers: { ...key(), ...headers },
    body: form,
  });
};

describe('a request with an Idempotency-Key', () => {
  test('is done once: the same again gets the same answer, another under its key is refused', async () => {
    const once = { 'Idempotency-Key': 'upload-1' };
    const first = await upload('item,n\npen,4\n', once);
    const again = await upload('item,n\npen,4\n', once);
    const [one, two] = [await first.json(), await again.json()];
    expect([
      first.status,
      again.status,
      first.headers.get('idempotent-replayed'),
      again.headers.get('idempotent-replayed'),
    ]).toEqual([201, 201, null, 'true']);
    expect(two).toEqual(one);
    expect(
      list.parse(
        await (await fetch(new URL('/api/v1/datasets', app.url), { headers: key() })).json(),
      ),
    ).toHaveLength(1);
    const other = await upload('item,n\ncup,7\n', once);
    expect([other.status, await other.json()]).toEqual([
      422,
      expect.objectContaining({
        code: 'invalid_input',
        detail: 'This Idempotency-Key was used for another request.',
      }),
    ]);
    const tooLong = await send(
      '/api/v1/datasets/text',
      { name: 'a.csv', csv: 'a\n1\n' },
      { 'Idempotency-Key': 'x'.repeat(256) },
    );
    expect(tooLong.status).toBe(422);
  });

  test('sent twice at the same moment makes one dataset', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        send(
          '/api/v1/datasets/text',
          { name: 'twice.csv', csv: 'a\n1\n' },
          { 'Idempotency-Key': 'text-1' },
        ),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(1);
    expect(statuses.every((status) => status === 201 || status === 409)).toBe(true);
    const items = z
      .array(z.object({ name: z.string() }))
      .parse(await (await fetch(new URL('/api/v1/datasets', app.url), { headers: key() })).json());
    expect(items.filter(({ name }) => name === 'twice.csv')).toHaveLength(1);
  });

  test('that failed may be sent again under it, mended', async () => {
    const once = { 'Idempotency-Key': 'text-2' };
    expect((await send('/api/v1/datasets/text', { name: 'bad', csv: 'a\n1\n' }, once)).status).toBe(
      422,
    );
    expect(
      (await send('/api/v1/datasets/text', { name: 'good.csv', csv: 'a\n1\n' }, once)).status,
    ).toBe(201);
  });

  test('that only asks is answered again, and counted again; a key belongs to its user', async () => {
    const { id } = made.parse(await (await upload('mass\n1\n2\n4\n', {})).json());
    const used = async (): Promise<number> =>
      z
        .object({ api_queries: z.int() })
        .parse(
          await (await fetch(new URL('/api/freemium/usage', app.url), { headers: key() })).json(),
        ).api_queries;
    const before = await used();
    const ask = () => send(`/api/v1/datasets/${id}/analyze`, {}, { 'Idempotency-Key': 'ask-1' });
    expect(await (await ask()).json()).toEqual(await (await ask()).json());
    expect(await used()).toBe(before + 2);
    expect(
      (
        await send(
          '/api/v1/datasets/text',
          { name: 'ours.csv', csv: 'a\n1\n' },
          { 'Idempotency-Key': 'ask-1' },
        )
      ).status,
    ).toBe(201);
    const stranger = await app.createTestUser();
    const theirs = await fetch(new URL('/api/v1/datasets/text', app.url), {
      method: 'POST',
      headers: {
        'API-Key': stranger.apiKey ?? '',
        'Content-Type': 'application/json',
        'Idempotency-Key': 'ask-1',
      },
      body: JSON.stringify({ name: 'mine.csv', csv: 'a\n1\n' }),
    });
    expect([theirs.status, theirs.headers.get('idempotent-replayed')]).toEqual([201, null]);
  });
});

describe('a tag', () => {
  test('spares sending an answer that is known, and changes with it', async () => {
    const { id } = made.parse(await (await upload('mass\n1\n2\n', {})).json());
    const get = (headers: Record<string, string> = {}) =>
      fetch(new URL(`/api/v1/datasets/${id}`, app.url), { headers: { ...key(), ...headers } });
    const first = await get();
    const tag = first.headers.get('etag') ?? '';
    expect([tag, first.headers.get('cache-control')]).toEqual([
      expect.stringMatching(/^"[\w-]{27}"$/),
      'private, no-cache',
    ]);
    const known = await get({ 'If-None-Match': `"other", W/${tag}` });
    expect([known.status, await known.text(), known.headers.get('etag')]).toEqual([304, '', tag]);
    await fetch(new URL(`/api/v1/datasets/${id}`, app.url), {
      method: 'PATCH',
      headers: { ...key(), 'Content-Type': 'application/json' },
      body: '{"name":"other.csv"}',
    });
    const changed = await get({ 'If-None-Match': tag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(tag);
  });

  test('is never given to what tells a secret', async () => {
    const answer = await fetch(new URL('/api/v1/auth/api-key', app.url), {
      headers: { Authorization: `Bearer ${owner.accessToken}` },
    });
    expect([answer.headers.get('etag'), answer.headers.get('cache-control')]).toEqual([
      null,
      'no-store',
    ]);
  });
});

describe('statistics of a file in one call', () => {
  const ask = (accept: string) =>
    fetch(new URL('/api/v1/statistics', app.url), {
      method: 'POST',
      headers: { ...key(), 'Content-Type': 'text/csv', Accept: accept },
      body: 'mass,=kind\n1,a\n2,b\n6,b\n',
    });

  test('come as JSON, as CSV and as Markdown', async () => {
    expect((await ask('*/*')).headers.get('content-type')).toContain('application/json');
    const csv = await ask('text/csv');
    expect([csv.headers.get('content-type'), await csv.text()]).toEqual([
      'text/csv; charset=utf-8',
      "column,type,n,missing,distinct,mean,sd,min,q1,median,q3,max,mode\r\nmass,number,3,0,3,3,2.6457513110645907,1,1.5,2,4,6,1\r\n'=kind,text,3,0,2,,,,,,,,b\r\n",
    ]);
    const markdown = await (await ask('text/markdown, application/json;q=0.5')).text();
    expect(markdown.split('\n')[2]).toBe(
      '| mass | number | 3 | 0 | 3 | 3 | 2.6457513110645907 | 1 | 1.5 | 2 | 4 | 6 | 1 |',
    );
  });
});
