import { createHash, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await createTestApp({}, undefined, { wholeSeconds: 1, pauseSeconds: 1 });
  user = await app.createTestUser();
});
afterAll(() => app.close());

const session = (of = user) => ({ Authorization: `Bearer ${of.accessToken}` });
const send = async (
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = session(),
) => {
  const response = await fetch(app.url + path, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: ((): unknown => (text === '' ? null : JSON.parse(text)))(),
  };
};
const idOf = async (response: Response): Promise<string> =>
  z.object({ id: z.uuid() }).parse(await response.json()).id;
const wide = (columns: number, rows: number, cell = '1'): string =>
  `${Array.from({ length: columns }, (_, i) => `c${i}`).join(',')}\n${`${Array.from({ length: columns }, () => cell).join(',')}\n`.repeat(rows)}`;

test('sending a file leaves no warning in the log', async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error): number => warnings.push(name);
  process.on('warning', note);
  const id = await idOf(await app.upload(user, 'a\n1\n'));
  for (const path of ['export', 'file'])
    await (await fetch(`${app.url}/api/v1/datasets/${id}/${path}`, { headers: session() })).text();
  await new Promise((done) => setImmediate(done));
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

describe('answers kept for an Idempotency-Key', () => {
  const kept = async (of: TestUser): Promise<number[]> =>
    (
      await app.core.orm.em
        .fork()
        .execute<{ bytes: string }[]>(
          'select octet_length(answer) as bytes from repeated_request where user_id = ?',
          [of.id],
        )
    ).map(({ bytes }) => Number(bytes));

  test('are none of what only asks', async () => {
    const asker = await app.createTestUser();
    const id = await idOf(await app.upload(asker, 'mass\n1\n2\n4\n'));
    for (let i = 0; i < 5; i++)
      expect(
        (
          await send(
            'POST',
            `/api/v1/datasets/${id}/analyze`,
            {},
            { 'API-Key': asker.apiKey ?? '', 'Idempotency-Key': randomUUID() },
          )
        ).status,
      ).toBe(200);
    expect(await kept(asker)).toEqual([]);
  });

  test('are small: a large one is read again, and the request still done once', async () => {
    const id = await idOf(await app.upload(user, wide(600, 2)));
    const once = { ...session(), 'Idempotency-Key': 'large' };
    const first = await send('POST', `/api/v1/datasets/${id}/reread`, {}, once);
    expect(first.text.length).toBeGreaterThan(64 * 1024);
    const again = await send('POST', `/api/v1/datasets/${id}/reread`, {}, once);
    expect([again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([
      200,
      'true',
      first.body,
    ]);
    expect(await send('GET', `/api/v1/datasets/${id}/versions`)).toMatchObject({
      body: { length: 2 },
    });
    for (const bytes of await kept(user)) expect(bytes).toBeLessThan(1024);
    const text = { ...session(), 'Idempotency-Key': 'text' };
    const input = { name: 'wide.csv', csv: wide(600, 1) };
    expect((await send('POST', '/api/v1/datasets/text', input, text)).status).toBe(201);
    expect(await send('POST', '/api/v1/datasets/text', input, text)).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        detail: 'This request has been done; its answer was too large to be kept.',
      },
    });
    expect(
      z
        .array(z.object({ name: z.string() }))
        .parse((await send('GET', '/api/v1/datasets')).body)
        .filter(({ name }) => name === 'wide.csv'),
    ).toHaveLength(1);
  });

  test('take at most four megabytes a user', async () => {
    const busy = await app.createTestUser();
    const id = await idOf(await app.upload(busy, wide(80, 2)));
    await app.core.orm.em
      .fork()
      .execute(
        "insert into repeated_request (user_id, key, fingerprint, answer, free_at) values (?, 'before', '', ?, ?)",
        [busy.id, 'x'.repeat(4 * 1024 * 1024), new Date(app.clock.now().getTime() + 3_600_000)],
      );
    const once = { ...session(busy), 'Idempotency-Key': 'rename' };
    const first = await send('POST', `/api/v1/datasets/${id}/commit`, undefined, once);
    expect([first.status, (await kept(busy)).toSorted((a, b) => a - b)[0]]).toEqual([
      200,
      expect.toSatisfy((bytes: number) => bytes < 1024),
    ]);
    expect((await send('POST', `/api/v1/datasets/${id}/commit`, undefined, once)).body).toEqual(
      first.body,
    );
  });
});

describe('the download of an account', () => {
  /** Begins to read it, and no more than that. */
  const begin = (of: TestUser) =>
    new Promise<{ status: number; leave: () => void }>((done, fail) => {
      const asked = request(`${app.url}/api/v1/auth/export`, { headers: session(of) }, (answer) => {
        answer.pause();
        done({ status: answer.statusCode ?? 0, leave: () => asked.destroy() });
      });
      asked
        .once('error', (error) =>
          'code' in error && error.code === 'ECONNRESET' ? undefined : fail(error),
        )
        .end();
    });

  test('is one at a time, writes no file, and ends when its reader leaves', async () => {
    const owner = await app.createTestUser();
    // More than sockets and streams hold, which deflating does not make small.
    let hash = createHash('sha256').update('seed').digest();
    const lines = Array.from({ length: 120_000 }, () =>
      (hash = createHash('sha256').update(hash).digest()).toString('base64'),
    );
    expect((await app.upload(owner, `digest\n${lines.join('\n')}\n`)).status).toBe(201);
    expect((await app.upload(owner, `digest\n${lines.toReversed().join('\n')}\n`)).status).toBe(
      201,
    );
    const before = await app.files();
    const first = await begin(owner);
    expect(first.status).toBe(200);
    const others = await Promise.all(
      Array.from({ length: 11 }, () =>
        send('GET', '/api/v1/auth/export', undefined, session(owner)),
      ),
    );
    for (const other of others)
      expect(other).toMatchObject({
        status: 409,
        body: {
          code: 'conflict',
          detail: 'Your data is being downloaded already.',
          fix: 'Wait until that download has ended, or cancel it.',
        },
      });
    expect(await app.files()).toEqual(before);
    first.leave();
    await expect
      .poll(async () => (await app.core.orm.em.fork().execute('select subject from lease')).length)
      .toBe(0);
    const whole = await fetch(`${app.url}/api/v1/auth/export`, { headers: session(owner) });
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect([whole.status, bytes.subarray(0, 2).toString(), bytes.length > 5_000_000]).toEqual([
      200,
      'PK',
      true,
    ]);
    await expect
      .poll(async () => (await app.core.orm.em.fork().execute('select subject from lease')).length)
      .toBe(0);
  });
});

describe('a body that is begun and not ended', () => {
  const begin = (path: string, type: string, text: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; text: string; closed: boolean }>((done, fail) => {
      const asked = request(
        app.url + path,
        { method: 'POST', headers: { 'Content-Type': type, 'Content-Length': 1000, ...headers } },
        (answer) => {
          let said = '';
          answer.on('data', (chunk: Buffer) => (said += chunk.toString()));
          answer.once('end', () =>
            asked.socket?.once('close', () =>
              done({ status: answer.statusCode ?? 0, text: said, closed: true }),
            ),
          );
        },
      );
      asked.once('error', fail).write(text);
    });

  test.each([
    [
      'JSON over REST',
      '/api/v1/auth/login',
      'application/json',
      '{"email":',
      'The body was not complete after 1 seconds.',
    ],
    [
      'JSON over tRPC',
      '/trpc/auth.login',
      'application/json',
      '{"email":',
      'The body was not complete after 1 seconds.',
    ],
    [
      'an event',
      '/api/payments/webhook',
      'application/json',
      '{"id":',
      'The body was not complete after 1 seconds.',
    ],
    [
      'a file',
      '/api/v1/statistics',
      'text/csv',
      'a\n1\n',
      'Nothing of the file came for 1 seconds.',
    ],
    [
      'a form',
      '/api/v1/datasets',
      'multipart/form-data; boundary=edge',
      '--edge\r\nContent-Disposition: form-data; name="file"; filename="t.csv"\r\n\r\na\n',
      'Nothing of the file came for 1 seconds.',
    ],
  ])('is refused: %s', async (_what, path, type, text, detail) => {
    const answer = await begin(path, type, text, session());
    expect(answer).toMatchObject({ status: 408, closed: true });
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'request_timeout', detail });
    // The answer does not wait for the file to be gone.
    await expect
      .poll(async () => (await app.files()).filter((file) => file.startsWith('temp')))
      .toEqual([]);
  });

  test.each([
    ['an address that is not there', 'POST', '/nothing', 'application/json', 404],
    ['an upload of nobody', 'POST', '/api/v1/datasets', 'text/csv', 401],
    ['a key that is not valid', 'POST', '/api/v1/statistics', 'application/json', 401],
    ['an agent without a token', 'POST', '/mcp', 'application/json', 401],
    ['a client that registers', 'POST', '/oauth/register', 'application/json', 400],
    ['a question with a body', 'GET', '/health', 'text/plain', 200],
  ])('is let go where it was answered before: %s', async (_what, method, path, type, status) => {
    const ended = await new Promise<number>((done, fail) => {
      const asked = request(
        app.url + path,
        {
          method,
          headers: {
            'Content-Type': type,
            'Content-Length': 300_000,
            'API-Key': 'col_test_unknown',
          },
        },
        (answer) => {
          // The body stays open: the server is the one that closes.
          asked.socket?.once('close', () => done(answer.statusCode ?? 0));
          answer.resume();
        },
      );
      asked.once('error', fail).write('{');
    });
    expect(ended).toBe(status);
    expect(await send('GET', '/health')).toMatchObject({ status: 200 });
  });
});

test('a request to /trpc holds at most twenty calls', async () => {
  const batch = (calls: number) =>
    send('GET', `/trpc/${Array.from({ length: calls }, () => 'auth.me').join()}?batch=1`);
  expect(await batch(21)).toMatchObject({
    status: 413,
    text: expect.stringContaining('One request holds at most 20 calls.'),
  });
  expect(await batch(20)).toMatchObject({ status: 200, body: { length: 20 } });
});

describe('text that cannot be kept', () => {
  const nul = {
    code: 'invalid_input',
    status: 422,
    detail: 'full_name: Text may not hold the NUL character (U+0000).',
    errors: [{ field: 'full_name', message: 'Text may not hold the NUL character (U+0000).' }],
  };
  const half = 'Text may not hold half of a surrogate pair (U+D800 to U+DFFF).';
  const person = (name: string): string =>
    `{"email":"${randomUUID()}@columnist.example","password":"rows of beans 7","full_name":"${name}"}`;

  test('is refused by every door, with its field', async () => {
    expect(
      (await send('POST', '/api/v1/auth/register', person('No\\u0000Body'))).body,
    ).toMatchObject(nul);
    expect(
      (await send('POST', '/api/v1/auth/register', person('No\\ud800Body'))).body,
    ).toMatchObject({ code: 'invalid_input', detail: `full_name: ${half}` });
    expect((await send('POST', '/trpc/auth.register', person('No\\u0000Body'))).body).toMatchObject(
      { error: { data: { httpStatus: 422, problem: nul } } },
    );
    expect((await send('GET', '/api/v1/datasets?q=%00')).status).toBe(422);
    expect(
      (await send('POST', '/api/v1/statistics', '{"data":{"a\\udfff":[1,2]}}')).body,
    ).toMatchObject({ status: 422, detail: `data: ${half}` });
    expect(
      (await send('POST', '/api/v1/statistics', '{"data":{"a":[1,"x\\u0000"]}}')).body,
    ).toMatchObject({
      status: 422,
      detail: 'data.a.1: Text may not hold the NUL character (U+0000).',
    });
    const rpc = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'list_datasets', arguments: { q: '\u0000' } },
    };
    const answer = await fetch(`${app.url}/mcp`, {
      method: 'POST',
      headers: {
        'API-Key': user.apiKey ?? '',
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(rpc),
    });
    expect(await answer.text()).toContain('Text may not hold the NUL character');
  });

  test('whole characters beyond the first plane are text like any other', async () => {
    expect((await send('POST', '/api/v1/auth/register', person('Ada 😀 Byron'))).status).toBe(201);
  });
});

test('a page of rows has a size, and it is said what to ask for instead', async () => {
  const owner = await app.createTestUser();
  const id = await idOf(await app.upload(owner, wide(2000, 300)));
  const page = (query: string) =>
    send('GET', `/api/v1/datasets/${id}/rows${query}`, undefined, session(owner));
  expect(await page('?limit=101')).toMatchObject({
    status: 422,
    body: {
      code: 'too_complex',
      detail: '101 rows of 2,000 columns are 202,000 cells; a page has at most 200,000.',
      fix: 'Ask for at most 100 rows at once, name fewer columns, or export the rows as a file.',
    },
  });
  expect(await page('')).toMatchObject({ status: 200, body: { items: { length: 100 } } });
  expect(await page('?limit=300&columns=c0&columns=c1')).toMatchObject({
    status: 200,
    body: { items: { length: 300 } },
  });
  const long = await idOf(
    await app.upload(owner, `text\n${`${'x'.repeat(500_000)}\n`.repeat(12)}`),
  );
  expect(
    await send('GET', `/api/v1/datasets/${long}/rows`, undefined, session(owner)),
  ).toMatchObject({
    status: 422,
    body: {
      code: 'too_complex',
      detail: 'These rows take more than 4 MB, the most that a page may.',
      fix: 'Ask for at most 8 rows at once, name fewer columns, or export the rows as a file.',
    },
  });
  expect(
    await send('GET', `/api/v1/datasets/${long}/rows?limit=8`, undefined, session(owner)),
  ).toMatchObject({ status: 200, body: { items: { length: 8 } } });
});

test('the description of a wide table is a file, and no part of a row of the database', async () => {
  const id = await idOf(await app.upload(user, wide(300, 3)));
  const [row] = await app.core.orm.em
    .fork()
    .execute<{ profile: unknown; profile_key: string }[]>(
      'select profile, profile_key from dataset_version where dataset_id = ?',
      [id],
    );
  expect(row?.profile).toBe(null);
  expect(await app.files()).toContain(`objects/${row?.profile_key}`);
  const described = await send('POST', `/api/v1/datasets/${id}/analyze`, { columns: ['c7'] });
  expect(described.body).toMatchObject({
    dataset_id: id,
    dataset_version: 1,
    columns: [{ name: 'c7', n: 3, mean: 1 }],
  });
});

test('an empty date pattern is refused where it is', async () => {
  const id = await idOf(await app.upload(user, 'd\n01.02.2026\nx\n'));
  const ask = (view: unknown) => send('POST', `/api/v1/datasets/${id}/overview`, { view });
  for (const expression of ["to_date(d, '')", { call: 'to_date', args: [{ column: 'd' }, ''] }]) {
    expect(await ask({ derive: [{ name: 'x', expression }] })).toMatchObject({
      status: 422,
      body: {
        code: 'invalid_expression',
        detail: expect.stringContaining("'' is no date format: the year is missing."),
      },
    });
  }
  expect(
    await ask({ clean: [{ step: 'parse_dates', columns: ['d'], pattern: '' }] }),
  ).toMatchObject({ status: 422, body: { errors: [{ field: 'view.clean.0.pattern' }] } });
});

test('cells that a spreadsheet takes for formulas are neutralised, also after a line end and in full width', async () => {
  const owner = await app.createTestUser();
  const id = await idOf(
    await app.upload(
      owner,
      'cell,n\n"\n=1+1",1\n"\r=1",2\n"\t=1",3\n＝1+1,4\n＋1,5\n－1,6\n＠x,7\nplain,8\n',
    ),
  );
  const exported = await (
    await fetch(`${app.url}/api/v1/datasets/${id}/export`, { headers: session(owner) })
  ).text();
  // Also where a spreadsheet divides the cell there.
  expect(exported).toBe(
    `cell,n\n"'\n'=1+1",1\n"'\r'=1",2\n'\t'=1,3\n'＝1+1,4\n'＋1,5\n'－1,6\n'＠x,7\nplain,8\n`,
  );
});

describe('an upload link', () => {
  const link = async (headers: Record<string, string>) =>
    send('POST', '/api/v1/datasets/text', { name: 'sent.csv' }, headers);
  const pathOf = (body: unknown): string =>
    new URL(z.object({ upload_url: z.url() }).parse(body).upload_url).pathname;
  const use = async (path: string) => {
    const form = new FormData();
    form.append('file', new Blob(['a\n1\n']), 'sent.csv');
    return (await fetch(app.url + path, { method: 'POST', body: form })).status;
  };

  test('is one of at most twenty that nobody has used', async () => {
    const owner = await app.createTestUser();
    const asked = await Promise.all(Array.from({ length: 25 }, () => link(session(owner))));
    expect(asked.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 20 }, () => 201),
      ...Array.from({ length: 5 }, () => 409),
    ]);
    expect(asked.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'conflict',
      detail: 'You have 20 upload links that nobody has used yet.',
      fix: 'Use one of them, or wait: each ends after 15 minutes.',
    });
  });

  test('ends with the session or the key that asked for it', async () => {
    const owner = await app.createTestUser();
    const [bySession, byKey, kept] = [
      await link(session(owner)),
      await link({ 'API-Key': owner.apiKey ?? '' }),
      await link({ 'API-Key': owner.apiKey ?? '' }),
    ];
    expect(await use(pathOf(kept.body))).toBe(201);
    expect(
      (await send('POST', '/api/v1/auth/api-key/regenerate', undefined, session(owner))).status,
    ).toBe(200);
    expect(await use(pathOf(byKey.body))).toBe(404);
    expect((await send('POST', '/api/v1/auth/logout', undefined, session(owner))).status).toBe(204);
    expect(await use(pathOf(bySession.body))).toBe(404);
  });
});
