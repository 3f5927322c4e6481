import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

let app: TestApp;
let owner: TestUser;
let agent: Client;
beforeAll(async () => {
  app = await createTestApp();
  owner = await app.createTestUser({ tier: 'paid' });
  agent = new Client({ name: 'test', version: '1' });
  await agent.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', app.url), {
      requestInit: { headers: { 'API-Key': owner.apiKey ?? '' } },
    }),
  );
});
afterAll(async () => {
  await agent.close();
  await app.close();
});

const made = z.object({ id: z.uuid(), columns: z.array(z.object({ name: z.string() })) });
const alerts = z.array(z.object({ key: z.string(), count: z.int().nullable(), said: z.string() }));

async function ask(path: string, body: unknown): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${app.url}/api/v1/datasets/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${owner.accessToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

/** The alerts by REST and over MCP, which are the same. */
async function alertsOf(csv: string, view?: object) {
  const { id, columns } = made.parse(await (await app.upload(owner, csv)).json());
  const asked = view === undefined ? {} : { view };
  const answered = await ask(`${id}/alerts`, asked);
  expect(answered.status).toBe(200);
  const profile = await ask(`${id}/profile`, asked);
  expect(profile.status).toBe(200);
  const byAgent = await agent.callTool({
    name: 'profile_dataset',
    arguments: { id, ...asked, detail: 'detailed' },
  });
  expect(byAgent.isError ?? false).toBe(false);
  const found = alerts.parse(z.object({ alerts: z.unknown() }).parse(answered.body).alerts);
  for (const answer of [profile.body, byAgent.structuredContent])
    expect(
      alerts.parse(
        z.object({ alerts: z.object({ alerts: z.unknown() }) }).parse(answer).alerts.alerts,
      ),
    ).toEqual(found);
  // Nor does any other description of the table fail.
  for (const path of [
    'analyze',
    'overview',
    'pictures',
    ...columns.map(({ name }) => ({ column: name })),
  ]) {
    expect(
      await (typeof path === 'string'
        ? ask(`${id}/${path}`, asked)
        : ask(`${id}/frequencies`, { ...path, ...asked })),
    ).toMatchObject({ status: 200 });
  }
  await fetch(`${app.url}/api/v1/datasets/${id}`, {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${owner.accessToken}` },
  });
  return found;
}

const missing = (name: string, rows: number) => ({
  key: `missing:${name}`,
  count: rows,
  said: `${name} is missing in ${rows} ${rows === 1 ? 'row' : 'rows'} (100%).`,
});

test('a column without a value is missing in every row, and nothing else is said of it', async () => {
  expect(await alertsOf('a,b,email\n1,x,\n2,y,\n3,z,\n')).toEqual([missing('email', 3)]);
});

test.each([
  ['one column that is not empty', 'a,b,c\n1,,\n2,,\n3,,\n', [missing('b', 3), missing('c', 3)]],
  [
    'more holes than values',
    'a,b\nx,\ny,\n,z\n',
    [
      { key: 'missing:b', count: 2, said: 'b is missing in 2 rows (66.7%).' },
      { key: 'missing:a', count: 1, said: 'a is missing in 1 row (33.3%).' },
    ],
  ],
  ['one row', 'a,b,c\n1,,x\n', [missing('b', 1)]],
  ['one column', 'a\n1\n2\n3\n', []],
  ['one column of one row', 'a\n1\n', []],
])('a table with %s has its alerts', async (_name, csv, expected) => {
  expect((await alertsOf(csv)).filter(({ key }) => key.startsWith('missing'))).toEqual(expected);
});

test('columns that are all alike are constant, and the rows repeated', async () => {
  const found = await alertsOf('a,b,c\n5,x,true\n5,x,true\n5,x,true\n');
  expect(Object.fromEntries(found.map(({ key, count }) => [key, count]))).toEqual({
    'constant:a': 3,
    'constant:b': 3,
    'constant:c': 3,
    duplicate_rows: 2,
  });
});

test.each([
  ['true and false', 'flag,n\ntrue,1\nfalse,2\n,3\n,4\n', 'flag'],
  ['numbers', 'v,n\n1.5,1\n2.5,2\n,3\n,4\n', 'v'],
  ['dates', 'd,n\n2026-01-01,1\n2026-01-02,2\n,3\n,4\n', 'd'],
])('a column of %s of which a view leaves no value is missing', async (_name, csv, column) => {
  expect(await alertsOf(csv, { filter: `${column} is missing` })).toEqual([missing(column, 2)]);
});

test('a view without rows has no alerts', async () => {
  expect(await alertsOf('a,b\n1,x\n2,y\n', { filter: 'a > 5' })).toEqual([]);
});
