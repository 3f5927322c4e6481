import { operations } from '@columnist/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

let app: TestApp;
let owner: TestUser;
let id: string;
const header = Array.from({ length: 2000 }, (_, i) => `c${i}`).join(',');
const line = (row: number): string =>
  Array.from({ length: 2000 }, (_, i) => (i * 31 + row * 17) % 97).join(',');
beforeAll(async () => {
  app = await createTestApp();
  owner = await app.createTestUser({ tier: 'paid' });
  id = z
    .object({ id: z.uuid() })
    .parse(
      await (
        await app.upload(
          owner,
          `${header}\n${Array.from({ length: 12 }, (_, i) => line(i)).join('\n')}\n`,
        )
      ).json(),
    ).id;
});
afterAll(() => app.close());
afterEach(() => {
  vi.restoreAllMocks();
});

const json = { 'Content-Type': 'application/json' };
const session = () => ({ Authorization: `Bearer ${owner.accessToken}` });
const post = (path: string, body: unknown, headers: Record<string, string> = session()) =>
  fetch(app.url + path, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
  });
const trpc = async (path: string, input: unknown): Promise<unknown> =>
  (
    await fetch(
      `${app.url}/trpc/${path}?${path.includes(',') ? 'batch=1&' : ''}input=${encodeURIComponent(JSON.stringify(input))}`,
      { headers: session() },
    )
  ).json();
const described = z.object({
  dataset_id: z.uuid(),
  columns: z.array(z.object({ name: z.string(), n: z.int(), mean: z.number() })),
});

describe('what a worker has written is read by nobody on its way [M4]', () => {
  const { analyze, rows, pictures, get } = operations.datasets;

  test('through REST and tRPC, alone and in a batch beside other calls', async () => {
    const parses = [analyze, rows, pictures, get].map(({ output }) => vi.spyOn(output, 'parse'));
    const view = { filter: 'c1 >= 0' };
    const byRest = described.parse(
      await (await post(`/api/v1/datasets/${id}/analyze`, { view })).json(),
    );
    expect([byRest.dataset_id, byRest.columns.length, byRest.columns[7]]).toMatchObject([
      id,
      2000,
      { name: 'c7', n: 12 },
    ]);
    const batch = z
      .tuple([
        z.object({ result: z.object({ data: described }) }),
        z.object({ error: z.unknown() }),
        z.object({
          result: z.object({
            data: z.object({
              total: z.int(),
              items: z.array(z.array(z.int())),
              next_cursor: z.string(),
            }),
          }),
        }),
        z.object({
          result: z.object({
            data: z.object({ column_count: z.int(), columns: z.array(z.unknown()) }),
          }),
        }),
      ])
      .parse(
        await trpc('datasets.analyze,datasets.rows,datasets.rows,datasets.get', {
          0: { id, view },
          1: { id, columns: ['none'] },
          2: { id, limit: 2 },
          3: { id },
        }),
      );
    expect(batch[0].result.data).toEqual(byRest);
    expect(batch[2].result.data).toMatchObject({
      total: 12,
      items: [{ length: 2000 }, { length: 2000 }],
    });
    expect(batch[3].result.data).toMatchObject({ column_count: 2000, columns: { length: 2000 } });
    for (const parse of parses) expect(parse).not.toHaveBeenCalled();
  });

  test('and what this process has made is written one by one in a batch', async () => {
    const change = { id, columns: [{ name: 'c0', label: 'The first' }] };
    const body = JSON.stringify({ 0: change, 1: change, 2: change });
    const written = vi.spyOn(JSON, 'stringify');
    const response = await fetch(
      `${app.url}/trpc/datasets.setColumns,datasets.setColumns,datasets.setColumns?batch=1`,
      {
        method: 'POST',
        headers: { ...json, ...session() },
        body,
      },
    );
    const batch: unknown = await response.json();
    const longest = Math.max(
      ...written.mock.results.map(({ value }) => (typeof value === 'string' ? value.length : 0)),
    );
    written.mockRestore();
    const alone: unknown = await (
      await fetch(`${app.url}/api/v1/datasets/${id}`, { headers: session() })
    ).json();
    expect(batch).toEqual([0, 1, 2].map(() => ({ result: { data: alone } })));
    const one = JSON.stringify(alone).length;
    expect([one > 100_000, longest <= one]).toEqual([true, true]);
  });

  test('from the stored description too, with its tag', async () => {
    const parse = vi.spyOn(operations.datasets.analyze.output, 'parse');
    const whole = described.parse(await (await post(`/api/v1/datasets/${id}/analyze`, {})).json());
    const part = described.parse(
      await (
        await post(`/api/v1/datasets/${id}/analyze`, { columns: ['c9', 'c3'], correlations: false })
      ).json(),
    );
    expect(part.columns).toEqual([whole.columns[9], whole.columns[3]]);
    expect(parse).not.toHaveBeenCalled();
    const page = () =>
      fetch(`${app.url}/api/v1/datasets/${id}/rows?limit=3`, { headers: session() });
    const [first, second] = [await page(), await page()];
    expect([first.headers.get('etag'), (await first.text()).length]).toEqual([
      second.headers.get('etag'),
      (await second.text()).length,
    ]);
    expect(
      (
        await fetch(`${app.url}/api/v1/datasets/${id}/rows?limit=3`, {
          headers: { ...session(), 'If-None-Match': first.headers.get('etag') ?? '' },
        })
      ).status,
    ).toBe(304);
  });

  test('of correlations of many columns, but for a test of two, which is recorded', async () => {
    const parse = vi.spyOn(operations.datasets.association.output, 'parse');
    const columns = Array.from({ length: 40 }, (_, i) => `c${i}`);
    const ask = async (body: object): Promise<unknown> =>
      (await post(`/api/v1/datasets/${id}/association`, body)).json();
    const matrix = z
      .object({ dataset_id: z.uuid(), matrix: z.object({ pairs: z.array(z.unknown()) }) })
      .parse(await ask({ method: 'spearman', columns }));
    expect([matrix.dataset_id, matrix.matrix.pairs.length]).toEqual([id, (40 * 39) / 2]);
    expect(await trpc('datasets.association', { id, method: 'spearman', columns })).toMatchObject({
      result: { data: { matrix: { pairs: matrix.matrix.pairs } } },
    });
    expect(parse).not.toHaveBeenCalled();
    expect(await ask({ method: 'kendall', x: 'c0', y: 'c1' })).toMatchObject({
      method: { kendall: 'exact distribution' },
    });
    expect(parse).toHaveBeenCalledTimes(1);
  });

  test('as CSV and to agents it is made elsewhere', async () => {
    const csv = await (
      await post(`/api/v1/datasets/${id}/analyze`, {}, { ...session(), Accept: 'text/csv' })
    ).text();
    expect(csv.split('\r\n')).toHaveLength(2002);
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_rows', arguments: { id, limit: 12 } },
    };
    const answer = await (
      await post('/mcp', call, {
        'API-Key': owner.apiKey ?? '',
        Accept: 'application/json, text/event-stream',
        'MCP-Protocol-Version': '2025-06-18',
      })
    ).text();
    expect(answer).toContain('"cut":{"limit":"32 KB a result"');
  });

  test('a credential that may not read rows has it read, and hidden', async () => {
    const limit = await fetch(`${app.url}/api/v1/auth/api-key/limits`, {
      method: 'PUT',
      headers: { ...json, ...session() },
      body: JSON.stringify({
        scopes: ['read', 'analyse'],
        dataset_ids: null,
        aggregates_only: false,
        expires_at: null,
      }),
    });
    expect(limit.status).toBeLessThan(300);
    const answer = await post(
      `/api/v1/datasets/${id}/analyze`,
      { columns: ['c1'] },
      { 'API-Key': owner.apiKey ?? '' },
    );
    expect(await answer.json()).toMatchObject({
      columns: [{ name: 'c1', min: null, max: null, top_values: [] }],
    });
    expect(
      (
        await fetch(`${app.url}/api/v1/datasets/${id}/rows`, {
          headers: { 'API-Key': owner.apiKey ?? '' },
        })
      ).status,
    ).toBe(403);
  });
});

test('an answer of more than 16 MB is refused, and says what to ask for instead [M4]', async () => {
  const quantiles = Array.from({ length: 99 }, (_, i) => (i + 1) / 100);
  const answer = await post(`/api/v1/datasets/${id}/analyze`, {
    plot: true,
    quantiles,
    correlations: false,
  });
  expect(await answer.json()).toMatchObject({
    status: 422,
    code: 'too_complex',
    detail: expect.stringMatching(/^The answer takes \d+ MB; it may take 16 MB\.$/),
    fix: 'Name fewer columns, or ask for fewer figures of each.',
  });
}, 180_000);

test('values of megabytes are read by another process, with the errors that small ones have [M4]', async () => {
  const parse = vi.spyOn(operations.datasets.statistics.input, 'safeParse');
  const many = { a: Array.from({ length: 300_000 }, (_, i) => i) };
  expect(await (await post('/api/v1/statistics', { data: { a: many.a } })).json()).toMatchObject({
    n_used: 300_000,
    columns: [{ name: 'a', mean: 149_999.5 }],
  });
  for (const [value] of parse.mock.calls)
    expect(Object.getPrototypeOf(z.object({ data: z.unknown() }).parse(value).data)).not.toBe(
      Object.prototype,
    );
  const wrong = { a: many.a, b: [1, [2]] };
  expect(await (await post('/api/v1/statistics', { data: wrong })).json()).toMatchObject({
    status: 422,
    code: 'invalid_input',
    detail: 'data: A value is a text, a number, true, false or null.',
  });
  expect(
    await (await post('/api/v1/statistics', { data: { a: many.a, b: [1] } })).json(),
  ).toMatchObject({ status: 422, detail: "'b' has 1 values; the first column has 300000." });
}, 180_000);
