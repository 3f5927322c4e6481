import { allOperations, type Operation } from '@columnist/contract';
import { ofSample, sampled } from '@columnist/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  user = await app.createTestUser();
});
afterAll(() => app.close());

const MB = 1024 * 1024;
interface Refused {
  readonly what: string;
  readonly body: string;
  readonly type?: string;
}
const json = 'application/json';
/** More conditions than a filter may have, in the shape of one. */
const tree = JSON.stringify({
  view: {
    filter: { and: Array.from({ length: 1000 }, () => ({ column: 'x', op: 'gt', value: 1 })) },
  },
});
/** Bodies that are refused by whatever takes JSON. */
const bodies: readonly Refused[] = [
  { what: 'malformed', body: '{"columns":' },
  { what: 'too complex', body: tree },
  { what: 'too deep', body: `{"view":${'['.repeat(100)}${']'.repeat(100)}}` },
  { what: 'too large', body: `{"view":"${'x'.repeat(1.2 * MB)}"}` },
  { what: 'no object', body: '[1,2' },
  // Malformed as well: tRPC reads every body as UTF-8.
  { what: 'in another encoding', body: '{"a":', type: `${json}; charset=utf-16` },
  { what: 'of another kind', body: 'x=1', type: 'application/x-www-form-urlencoded' },
  { what: 'with a field too many', body: '{"no such field":1}' },
];

const credentials = ['session', 'key'] as const;
type Credential = (typeof credentials)[number];
const headersOf = (by: Credential): Record<string, string> =>
  by === 'session'
    ? { Authorization: `Bearer ${user.accessToken}` }
    : { 'API-Key': user.apiKey ?? '' };
const subjectOf = (by: Credential): string =>
  by === 'session' ? `session:${user.id}` : `user:${user.id}`;

const counts = z.array(z.object({ calls: z.coerce.number() }));
/** Calls of the minute so far; the clock of these tests does not move. Some are counted while the answer goes out. */
const counted = async (by: Credential): Promise<number> =>
  counts.parse(
    await app.core.orm.em
      .fork()
      .execute('select calls from rate_window where subject = ?', [subjectOf(by)]),
  )[0]?.calls ?? 0;

async function send(
  by: Credential,
  method: string,
  path: string,
  refused?: Refused,
  more: Record<string, string> = {},
): Promise<number> {
  const response = await fetch(app.url + path, {
    method: method.toUpperCase(),
    redirect: 'manual',
    headers: {
      ...headersOf(by),
      ...(refused === undefined ? {} : { 'Content-Type': refused.type ?? json }),
      ...more,
    },
    ...(refused === undefined ? {} : { body: refused.body }),
  });
  await response.arrayBuffer();
  return response.status;
}

const asAgent = { Accept: 'application/json, text/event-stream' };
const idOfNothing = '01900000-0000-7000-8000-000000000000';
const known = allOperations.filter(({ access }) => access !== 'public');

/** Requests to each door of an operation that are refused before there is input to check. */
function* requestsOf(
  operation: Operation,
  by: Credential,
): Generator<[string, () => Promise<number>]> {
  const { rest, kind, path, mcp } = operation;
  if (rest !== undefined) {
    const address = rest.path.replace(/\{\w+\}/g, idOfNothing);
    if (rest.method === 'get' || rest.method === 'delete')
      yield ['REST', () => send(by, rest.method, `${address}?no_such_field=1`)];
    else
      for (const one of bodies)
        yield [`REST ${one.what}`, () => send(by, rest.method, address, one)];
  }
  if (kind === 'query')
    yield ['tRPC', () => send(by, 'get', `/trpc/${path}?input=${encodeURIComponent('{"a":')}`)];
  else
    for (const one of bodies)
      yield [`tRPC ${one.what}`, () => send(by, 'post', `/trpc/${path}`, one)];
  yield ['tRPC by another method', () => send(by, 'put', `/trpc/${path}`, bodies[0])];
  if (mcp !== undefined && by === 'key')
    yield [
      'MCP',
      () =>
        send(
          by,
          'post',
          '/mcp',
          {
            what: '',
            body: JSON.stringify({
              jsonrpc: '2.0',
              id: 1,
              method: 'tools/call',
              params: { name: mcp.name, arguments: { detail: 'none', no_such_field: 1 } },
            }),
          },
          asAgent,
        ),
    ];
}

test(`a request that is refused counts, of every operation, by every door (${ofSample})`, async () => {
  for (const operation of sampled(known, 40))
    for (const by of credentials)
      for (const [what, request] of sampled([...requestsOf(operation, by)], 6)) {
        const before = await counted(by);
        const status = await request();
        const asked = { operation: operation.path, by, what };
        expect({ ...asked, status }).toEqual({
          ...asked,
          // An answer of MCP is 200, with the error in it.
          status: what === 'MCP' ? 200 : expect.toSatisfy((is: number) => is >= 400 && is < 500),
        });
        await expect
          .poll(() => counted(by), { message: JSON.stringify(asked) })
          .toBeGreaterThan(before);
      }
}, 120_000);

const message = (method: string, params: object = {}): Refused => ({
  what: '',
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
});
const toDoors: readonly (readonly [string, string, string, Refused])[] = [
  ...bodies.map((one) => [`REST: ${one.what}`, 'post', '/api/v1/statistics', one] as const),
  ...bodies.map((one) => [`tRPC: ${one.what}`, 'post', '/trpc/auth.updateMe', one] as const),
  ['tRPC: a call that there is not', 'post', '/trpc/no.such', { what: '', body: '{}' }],
  [
    'tRPC: too many calls',
    'post',
    `/trpc/${Array.from({ length: 21 }, () => 'auth.updateMe').join()}?batch=1`,
    { what: '', body: '{}' },
  ],
  ...bodies.map((one) => [`MCP: ${one.what}`, 'post', '/mcp', one] as const),
  ['MCP: a method that there is not', 'post', '/mcp', message('no/such')],
  ['MCP: an address that there is not', 'post', '/mcp', message('resources/read', { uri: 'x:y' })],
  ['MCP: a set of tools that there is not', 'post', '/mcp?toolsets=none', message('tools/list')],
];

test.each(toDoors)(
  'a minute is used up by what is refused: %s',
  async (_what, method, path, refused) => {
    const by = path.startsWith('/mcp') || path.startsWith('/api') ? 'key' : 'session';
    const before = await counted(by);
    const first = await send(by, method, path, refused, asAgent);
    expect(first).toSatisfy((is: number) => (is >= 400 || path === '/mcp') && is < 500);
    await expect.poll(() => counted(by)).toBe(before + 1);
    await app.core.orm.em
      .fork()
      .execute('update rate_window set calls = 1000000 where subject = ?', [subjectOf(by)]);
    // One finds the minute used up; over MCP it may be counted after its answer, and so may the next.
    await expect.poll(() => send(by, method, path, refused, asAgent)).toBe(429);
    app.clock.advance(60);
  },
);
