import { AppError, callOverHttp, problemOf, type Call } from '@columnist/contract';
import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';

const id = '01900000-0000-7000-8000-000000000000';
const rows = {
  dataset_id: id,
  dataset_version: 1,
  engine_version: '1',
  view: null,
  columns: [{ name: 'a', type: 'number' }],
  items: [[1]],
  row_numbers: [1],
  offset: 0,
  total: 1,
  next_cursor: null,
};
const association = {
  dataset_id: id,
  dataset_version: 1,
  engine_version: '1',
  view: null,
  n_used: 3,
  n_excluded: [],
  method: {},
  matrix: { method: 'pearson', columns: ['a', 'b'], pairs: [] },
  hypotheses: { null: 'The correlation is 0.', alternative: 'The correlation is not 0.' },
  sentence: 'No pair of these columns has a coefficient that can be tested.',
  apa: [],
  code: { r: 'print(1)', python: 'print(1)' },
};

let asked: object[] = [];
let answer: (res: ServerResponse) => void;
let url: string;
let call: Call;

// As the product's server: an idle connection is not closed while a request may be on its way.
const server = createServer({ keepAliveTimeout: 75_000 }, (req, res) => {
  const { method, url: path, headers } = req;
  let body = '';
  req
    .on('data', (chunk: Buffer) => (body += chunk.toString()))
    .once('end', () => {
      asked.push({ method, path: decodeURIComponent(path ?? ''), key: headers['api-key'], body });
      answer(res);
    });
});
const json =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (res: ServerResponse) =>
    void res
      .writeHead(status, { 'Content-Type': 'application/json', ...headers })
      .end(JSON.stringify(body));

beforeAll(async () => {
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  url = `http://127.0.0.1:${z.object({ port: z.int() }).parse(server.address()).port}`;
  call = callOverHttp({ url, apiKey: 'col_test_key' });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
});

const failureOf = (path: string, input: unknown, signal?: AbortSignal): Promise<unknown> =>
  call(path, input, signal).then(
    () => 'no failure',
    (error: unknown) =>
      error instanceof AppError
        ? { code: error.code, message: error.message, ...error.details }
        : error,
  );

test('a query goes into the path and the query string, what is no text as JSON', async () => {
  answer = json(200, rows);
  const view = { filter: { column: 'ä&b', op: 'eq', value: 'x=1' } };
  expect(await call('datasets.rows', { id, columns: ['a,b'], limit: 5, view })).toEqual(rows);
  expect(asked).toEqual([
    {
      method: 'GET',
      path: `/api/v1/datasets/${id}/rows?columns=["a,b"]&limit=5&view=${JSON.stringify(view).replaceAll(' ', '+')}`,
      key: 'col_test_key',
      body: '',
    },
  ]);
});

test('a post carries the rest as its body', async () => {
  answer = json(200, association);
  const input = { method: 'pearson', columns: ['a', 'b'] };
  expect(await call('datasets.association', { id, ...input })).toEqual(association);
  expect(asked).toEqual([
    {
      method: 'POST',
      path: `/api/v1/datasets/${id}/association`,
      key: 'col_test_key',
      body: JSON.stringify(input),
    },
  ]);
});

test('a wrong input is not sent', async () => {
  const malformed = 'A dataset id is a UUID; list the datasets to find it.';
  const missing = 'This field is missing: give the id of a dataset; list the datasets to find it.';
  for (const wrong of ['../auth/api-key?x=', '', undefined]) {
    const message = wrong === undefined ? missing : malformed;
    expect(await failureOf('datasets.get', { id: wrong })).toEqual({
      code: 'invalid_input',
      message: `id: ${message}`,
      errors: [{ field: 'id', message }],
    });
  }
  expect(asked).toEqual([]);
});

test('a plain list becomes a page again', async () => {
  answer = json(200, [], {
    'X-Total-Count': '120',
    Link: `<${url}/api/v1/datasets?limit=1&cursor=abc%3D>; rel="next"`,
  });
  expect(await call('datasets.list', { limit: 1 })).toEqual({
    items: [],
    total: 120,
    next_cursor: 'abc=',
  });
  answer = json(200, [], { 'X-Total-Count': '0' });
  expect(await call('datasets.list', {})).toEqual({ items: [], total: 0, next_cursor: null });
});

test('a field that a newer server adds is left out, as the schema of the tool does not know it', async () => {
  answer = json(200, { ...rows, added_later: true });
  expect(await call('datasets.rows', { id })).toEqual(rows);
});

test('a problem document becomes the error it was', async () => {
  const details = {
    errors: [{ field: 'limit', message: 'Too big' }],
    fix: 'Ask for less.',
    suggestions: ['a'],
    retry_after: 3,
    row: 2,
    column: 'b',
    from: 3,
    to: 5,
    used: 1,
    limit: 2,
    reset: '2026-12-01T00:00:00.000Z',
  };
  answer = json(422, problemOf(new AppError('invalid_input', 'limit: Too big', details), 'r1'));
  expect(await failureOf('datasets.rows', { id })).toEqual({
    code: 'invalid_input',
    message: 'limit: Too big',
    ...details,
  });
});

test.each<[string, (res: ServerResponse) => void, object]>([
  [
    'a gateway that fails',
    (res) => void res.writeHead(502).end('<html>'),
    {
      code: 'unavailable',
      message: 'The server answered with status 502.',
      fix: 'Check COLUMNIST_URL.',
    },
  ],
  [
    'a redirect, which would carry the key elsewhere',
    (res) => void res.writeHead(302, { Location: 'https://elsewhere.example/' }).end(),
    {
      code: 'unavailable',
      message: 'The server answered with status 302.',
      fix: 'Check COLUMNIST_URL.',
    },
  ],
  [
    'an address too long',
    (res) => void res.writeHead(431).end(),
    {
      code: 'request_too_large',
      message: 'The view is too long for this call.',
      fix: 'List fewer values in the filter.',
    },
  ],
  [
    'a page that is no answer',
    (res) => void res.writeHead(200).end('<html>'),
    { code: 'unavailable', message: 'The answer of the server could not be understood.' },
  ],
  [
    'a list without its total',
    json(200, {}),
    { code: 'unavailable', message: 'The answer of the server could not be understood.' },
  ],
  [
    'no answer at all',
    (res) => void res.destroy(),
    { code: 'unavailable', fix: 'Check COLUMNIST_URL and the network.' },
  ],
])('%s says so', async (_what, response, failure) => {
  answer = response;
  expect(await failureOf('datasets.list', {})).toMatchObject(failure);
});

test('a call that is canceled closes its request', async () => {
  const canceled = new AbortController();
  const closed = new Promise((done) => {
    answer = (res) => {
      res.once('close', done);
      canceled.abort();
    };
  });
  expect(await failureOf('datasets.get', { id }, canceled.signal)).toEqual({
    code: 'canceled',
    message: 'The call was canceled.',
  });
  await closed;
});

test('what REST does not serve is not called', async () => {
  expect(await failureOf('datasets.nothing', {})).toMatchObject({ code: 'not_found' });
  expect(asked).toEqual([]);
});
