import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

let app: TestApp;
let user: TestUser;
let datasetId: string;

beforeAll(async () => {
  app = await createTestApp({ throttleScale: 1 });
  user = await app.createTestUser();
  datasetId = String(
    (await (await app.upload(user, 'a,b\n1,x\n2,y\n3,x\n4,"y, z"\n', 'first.csv')).json()).id,
  );
  await app.upload(user, 'c\n1\n', 'second.csv');
});
afterAll(() => app.close());

const session = () => ({ Authorization: `Bearer ${user.accessToken}` });
const send = (
  method: string,
  path: string,
  body?: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = { 'Content-Type': 'application/json' },
) =>
  fetch(app.url + path, {
    method,
    headers: { ...session(), ...headers },
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });

describe('a request that cannot be answered gets a problem document', () => {
  const rows = () => `/api/v1/datasets/${datasetId}/rows`;
  const deep = (levels: number) =>
    `{"filter":${'{"not":'.repeat(levels)}{"column":"a","op":"is_missing"}${'}'.repeat(levels)}}`;

  test.each<[string, () => Promise<Response>, object, Record<string, string>?]>([
    [
      'malformed JSON',
      () => send('POST', '/api/v1/auth/login', '{"email":'),
      { status: 400, code: 'malformed_request', detail: 'The body is not well-formed JSON.' },
    ],
    [
      'a list as the body',
      () => send('POST', '/api/v1/auth/login', '[]'),
      { status: 400, code: 'malformed_request', detail: 'The body must be a JSON object.' },
    ],
    [
      'a number as the body',
      () => send('POST', '/api/v1/auth/login', '7'),
      { status: 400, code: 'malformed_request' },
    ],
    [
      'JSON nested too deep',
      () => send('POST', `/api/v1/datasets/${datasetId}/pictures`, `{"view":${deep(100_000)}}`),
      {
        status: 400,
        code: 'malformed_request',
        detail: 'The JSON is nested deeper than 64 levels.',
      },
    ],
    [
      'an address that does not decode',
      () => send('GET', '/api/v1/datasets/%E0%A4%A'),
      { status: 400, code: 'malformed_request' },
    ],
    [
      'another media type',
      () =>
        send('POST', '/api/v1/auth/login', 'email=a', {
          'Content-Type': 'application/x-www-form-urlencoded',
        }),
      { status: 415, code: 'unsupported_media_type', detail: 'Send application/json.' },
    ],
    [
      'another charset',
      () =>
        send('POST', '/api/v1/auth/login', '{}', {
          'Content-Type': 'application/json; charset=latin1',
        }),
      { status: 415, code: 'unsupported_media_type' },
    ],
    [
      'a body over 1 MB',
      () => send('POST', '/api/v1/auth/login', JSON.stringify({ email: 'x'.repeat(1024 * 1024) })),
      { status: 413, code: 'request_too_large' },
    ],
    [
      'an unknown path',
      () => send('GET', '/api/v1/nothing'),
      { status: 404, code: 'not_found', detail: 'There is no GET /api/v1/nothing.' },
    ],
    [
      'another method',
      () => send('PUT', '/api/v1/datasets'),
      { status: 405, code: 'method_not_allowed', fix: 'Use GET or POST.' },
      { allow: 'GET, POST' },
    ],
    [
      'an id that is none',
      () => send('GET', '/api/v1/datasets/7'),
      {
        status: 422,
        code: 'invalid_input',
        errors: [{ field: 'id', message: 'A dataset id is a UUID; list the datasets to find it.' }],
      },
    ],
    [
      'an unknown field',
      () => send('GET', `${rows()}?colums=a`),
      {
        status: 422,
        code: 'invalid_input',
        detail:
          "colums: There is no such field. Did you mean 'columns'? The fields are id, columns, view, limit, offset, cursor.",
        errors: [
          {
            field: 'colums',
            message:
              "There is no such field. Did you mean 'columns'? The fields are id, columns, view, limit, offset, cursor.",
          },
        ],
      },
    ],
    [
      'a limit given twice',
      () => send('GET', `${rows()}?limit=1&limit=2`),
      { status: 422, code: 'invalid_input', errors: [expect.objectContaining({ field: 'limit' })] },
    ],
    [
      'a limit that is no number',
      () => send('GET', `${rows()}?limit=ten`),
      { status: 422, errors: [expect.objectContaining({ field: 'limit' })] },
    ],
    [
      'a column that is not there',
      () => send('GET', `${rows()}?columns=aa`),
      { status: 422, code: 'unknown_column', suggestions: ['a'] },
    ],
    [
      'an expression with a function that is not there',
      () => send('GET', `${rows()}?view=${encodeURIComponent('{"filter":"a > medain(a)"}')}`),
      { status: 422, code: 'invalid_expression', from: 5, to: 10 },
    ],
    [
      'a short password',
      () =>
        send(
          'POST',
          '/api/v1/auth/register',
          JSON.stringify({
            email: 'x@columnist.example',
            password: 'short',
            full_name: 'Some Body',
          }),
        ),
      {
        status: 422,
        detail: 'password: Must be at least 8 characters',
        errors: [{ field: 'password', message: 'Must be at least 8 characters' }],
      },
    ],
    [
      'a taken e-mail',
      () =>
        send(
          'POST',
          '/api/v1/auth/register',
          JSON.stringify({
            email: user.email,
            password: 'rows of beans 7',
            full_name: 'Some Body',
          }),
        ),
      { status: 409, code: 'email_taken', detail: 'An account with this email already exists.' },
    ],
    [
      'a wrong password',
      () =>
        send(
          'POST',
          '/api/v1/auth/login',
          JSON.stringify({ email: user.email, password: 'rows of beans 8' }),
        ),
      { status: 401, code: 'invalid_credentials' },
      { 'www-authenticate': 'Bearer' },
    ],
  ])('%s', async (_what, ask, expected, headers = {}) => {
    const response = await ask();
    const body = await response.json();
    expect(body).toMatchObject({
      type: 'about:blank',
      title: expect.any(String),
      detail: expect.any(String),
      fix: expect.any(String),
      ...expected,
    });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      'x-request-id': body.request_id,
      ...headers,
    });
    expect(response.status).toBe(body.status);
  });
});

describe('answers', () => {
  test('a list is plain, newest first, with its total and the way on', async () => {
    const first = await send('GET', '/api/v1/datasets?limit=1');
    expect([first.headers.get('x-total-count'), await first.json()]).toEqual([
      '2',
      [expect.objectContaining({ name: 'second.csv' })],
    ]);
    const next = /^<([^>]+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    expect(new URL(next).searchParams.get('limit')).toBe('1');
    const second = await fetch(next, { headers: session() });
    expect([
      second.headers.get('x-total-count'),
      second.headers.get('link'),
      await second.json(),
    ]).toEqual(['2', null, [expect.objectContaining({ name: 'first.csv' })]]);
  });

  test('rows take a view and columns from the query', async () => {
    const view = {
      filter: { column: 'b', op: 'in', values: ['x', 'y, z'] },
      sort: [{ column: 'a', direction: 'descending' }],
    };
    const query = new URLSearchParams({ view: JSON.stringify(view), limit: '2' });
    for (const column of ['b', 'a']) query.append('columns', column);
    expect(
      await (await send('GET', `/api/v1/datasets/${datasetId}/rows?${query.toString()}`)).json(),
    ).toMatchObject({
      items: [
        ['y, z', 4],
        ['x', 3],
      ],
      row_numbers: [4, 3],
      total: 3,
      next_cursor: expect.any(String),
    });
  });

  test('statistics of a CSV body take their options from the query, and keep nothing', async () => {
    const before = await app.files();
    const response = await send(
      'POST',
      '/api/v1/statistics?columns=v&quantiles=0.5&correlations=false',
      'v,w\n1,1\n2,1\n4,1\n',
      { 'Content-Type': 'text/csv' },
    );
    expect([response.status, await response.json()]).toMatchObject([
      200,
      {
        dataset_id: null,
        n_used: 3,
        correlations: null,
        columns: [{ name: 'v', n: 3, mean: 7 / 3, quantiles: [{ p: 0.5, value: 2 }] }],
      },
    ]);
    expect(await app.files()).toEqual(before);
  });

  test('statistics of nothing names both that it takes', async () => {
    const response = await send('POST', '/api/v1/statistics', '{}');
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { errors: [{ field: 'dataset_id', message: "Name a dataset, or send values as 'data'." }] },
    ]);
  });

  test('statistics of values sent along may take 10 MB', async () => {
    const values = Array.from({ length: 400_000 }, (_, i) => i);
    const response = await send(
      'POST',
      '/api/v1/statistics',
      JSON.stringify({ data: { v: values }, correlations: false }),
    );
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { columns: [{ n: 400_000, min: 0, max: 399_999, mean: 199_999.5 }] },
    ]);
  });

  test('a deletion has no body, at both of its addresses', async () => {
    for (const path of ['files/datasets', 'datasets']) {
      const made = await (await app.upload(user, 'gone\n1\n')).json();
      const response = await send('DELETE', `/api/v1/${path}/${made.id}`);
      expect([response.status, await response.text()]).toEqual([204, '']);
      expect((await send('GET', `/api/v1/datasets/${made.id}`)).status).toBe(404);
      expect((await send('POST', `/api/v1/datasets/${made.id}/restore`)).status).toBe(200);
      expect((await send('DELETE', `/api/v1/${path}/${made.id}`)).status).toBe(204);
    }
  });

  test('the paths of the specification answer', async () => {
    expect(await (await send('GET', '/api/freemium/usage')).json()).toMatchObject({
      user_id: user.id,
      datasets_uploaded: 2,
      max_datasets: 5,
      max_api_queries: 100,
    });
    expect(await (await fetch(`${app.url}/api/freemium/subscription/plans`)).json()).toMatchObject([
      { tier: 'free' },
      { tier: 'paid', price: 29 },
    ]);
  });
});

describe('tokens', () => {
  test('a stale one stops no log-in and no refresh, by either door', async () => {
    const stale = { Authorization: 'Bearer stale', 'Content-Type': 'application/json' };
    const login = {
      method: 'POST',
      headers: stale,
      body: JSON.stringify({ email: user.email, password: user.password }),
    };
    expect((await fetch(`${app.url}/api/v1/auth/login`, login)).status).toBe(200);
    const tokens = await (await fetch(`${app.url}/trpc/auth.login`, login)).json();
    const refresh = {
      method: 'POST',
      headers: stale,
      body: JSON.stringify({ refresh_token: tokens.result.data.refresh_token }),
    };
    expect((await fetch(`${app.url}/trpc/auth.refresh`, refresh)).status).toBe(200);
  });

  test('calls of one batch do not disturb each other', async () => {
    const paths = ['auth.me', 'datasets.list', 'usage.get', 'datasets.get', 'auth.getApiKey'];
    const input = { 3: { id: '01900000-0000-7000-8000-000000000000' } };
    const response = await fetch(
      `${app.url}/trpc/${paths.join(',')}?batch=1&input=${encodeURIComponent(JSON.stringify(input))}`,
      { headers: session() },
    );
    expect(await response.json()).toMatchObject([
      { result: { data: { id: user.id } } },
      { result: { data: { total: 2 } } },
      { result: {} },
      { error: { data: { problem: { code: 'not_found' } } } },
      { result: { data: { api_key: user.apiKey } } },
    ]);
  });

  test('the link of a message changes nothing when it is opened; a button of the page it leads to does, once', async () => {
    const newcomer = await app.createTestUser({ verified: false });
    const link = `${app.url}/api/v1/auth/verify-email?token=${app.mail.lastTokenTo(newcomer.email)}`;
    expect(app.mail.sent.at(-1)?.text).toContain(link);
    const headers = {
      Authorization: `Bearer ${newcomer.accessToken}`,
      'Content-Type': 'application/json',
    };
    const verified = async () =>
      z
        .object({ email_verified: z.boolean() })
        .parse(await (await fetch(`${app.url}/api/v1/auth/me`, { headers })).json()).email_verified;
    const token = app.mail.lastTokenTo(newcomer.email);
    for (const method of ['GET', 'HEAD', 'GET']) {
      const response = await fetch(link, { method, redirect: 'manual' });
      expect([response.status, response.headers.get('location')]).toEqual([
        303,
        `/app/verify-email?token=${token}`,
      ]);
    }
    expect(await verified()).toBe(false);
    const press = async (path: string, body: object, more: Record<string, string> = {}) => {
      const response = await fetch(`${app.url}/api/v1/auth/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...more },
        body: JSON.stringify(body),
      });
      return [
        response.status,
        response.status === 204
          ? null
          : z.object({ code: z.string() }).parse(await response.json()).code,
      ];
    };
    expect(await press('verify-email', { token })).toEqual([422, 'invalid_input']);
    expect(await press('verify-email', { token, password: 'what an attacker chose' })).toEqual([
      403,
      'forbidden',
    ]);
    expect(await press('me/verify-email', { token })).toEqual([401, 'unauthenticated']);
    expect(await verified()).toBe(false);
    expect(await press('me/verify-email', { token }, headers)).toEqual([204, null]);
    expect(await verified()).toBe(true);
    expect(await press('verify-email', { token, password: newcomer.password })).toEqual([
      422,
      'invalid_input',
    ]);
  });

  test('no key without a verified e-mail', async () => {
    const newcomer = await app.createTestUser({ verified: false });
    const response = await fetch(`${app.url}/api/v1/auth/api-key/regenerate`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${newcomer.accessToken}` },
    });
    expect([response.status, await response.json()]).toMatchObject([
      403,
      { code: 'email_unverified' },
    ]);
  });
});

describe('program calls', () => {
  const ask = (key: string | null, path: string) =>
    fetch(app.url + path, { headers: { 'API-Key': key ?? '' } });

  test('say what is left, and only successful ones that give content count', async () => {
    const caller = await app.createTestUser();
    const { id } = await (await app.upload(caller, 'a\n1\n')).json();
    const rows = `/api/v1/datasets/${id}/rows`;
    const used = async (path: string) => {
      const response = await ask(caller.apiKey, path);
      return [
        response.status,
        response.headers.get('quota-used'),
        response.headers.get('quota-limit'),
      ];
    };
    expect(await used('/api/v1/datasets')).toEqual([200, '0', '100']);
    expect(await used(rows)).toEqual([200, '1', '100']);
    expect((await used(`${rows}?columns=z`))[0]).toBe(422);
    expect(await used(rows)).toEqual([200, '2', '100']);
    const fetched = await fetch(`${app.url}${rows}`, {
      headers: { Authorization: `Bearer ${caller.accessToken}` },
    });
    // A session's calls through REST count as those of the key do [M1].
    expect([fetched.status, fetched.headers.get('quota-used')]).toEqual([200, '3']);
    expect(await used('/api/v1/datasets')).toEqual([200, '3', '100']);
  });

  test('beyond the minute and the month learn when to come again', async () => {
    const caller = await app.createTestUser();
    const { id } = await (await app.upload(caller, 'a\n1\n')).json();
    const rows = `/api/v1/datasets/${id}/rows`;
    const statuses: number[] = [];
    for (let i = 0; i < 61; i++) statuses.push((await ask(caller.apiKey, rows)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    const limited = await ask(caller.apiKey, rows);
    expect(Object.fromEntries(limited.headers)).toMatchObject({
      'ratelimit-limit': '60',
      'ratelimit-remaining': '0',
      'retry-after': limited.headers.get('ratelimit-reset'),
    });
    expect([limited.status, await limited.json()]).toMatchObject([
      429,
      { code: 'rate_limited', retry_after: expect.any(Number) },
    ]);
    app.clock.advance(60);
    for (let i = 0; i < 40; i++) await ask(caller.apiKey, rows);
    const over = await ask(caller.apiKey, rows);
    expect(Object.fromEntries(over.headers)).toMatchObject({
      'quota-limit': '100',
      'quota-used': '100',
      'quota-reset': expect.stringMatching(/-01T00:00:00/),
      'retry-after': expect.any(String),
    });
    expect([over.status, await over.json()]).toMatchObject([
      429,
      {
        code: 'quota_exceeded',
        detail: 'You have used 100 of 100 API queries this month.',
        used: 100,
        limit: 100,
      },
    ]);
  });
});
