import { grantRole } from '@columnist/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

let app: TestApp;
let user: TestUser;
let session: Record<string, string>;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const ask = async (
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
) => {
  const answer = await fetch(path.startsWith('http') ? path : `${app.url}/api/v1${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = (answer.headers.get('content-type') ?? '').includes('json');
  return { status: answer.status, body: isJson ? z.unknown().parse(JSON.parse(text)) : text };
};
const begin = async (tier: 'free' | 'paid' = 'paid') => {
  user = await app.createTestUser({ tier });
  session = { Authorization: `Bearer ${user.accessToken}` };
};
const upload = async (csv: string, name: string) =>
  z.object({ id: z.string() }).parse(await (await app.upload(user, csv, name)).json()).id;
const keyFor = async (name: string, more: object = {}) =>
  z.object({ api_key: z.string() }).parse(
    (
      await ask('POST', '/auth/api-keys', session, {
        name,
        scopes: ['read', 'rows', 'analyse', 'write'],
        ...more,
      })
    ).body,
  ).api_key;
const lines = z.object({
  items: z.array(
    z.object({
      said: z.string(),
      by: z.string().exactOptional(),
      via: z.string().nullable(),
      target: z.string().nullable(),
      more: z.string(),
    }),
  ),
});
/** The newest lines about the account, the oldest first. */
const newest = async (count: number) =>
  lines
    .parse((await ask('GET', '/auth/activity', session)).body)
    .items.slice(0, count)
    .toReversed()
    .map(({ said, by, via, target, more }) => [said, by, via, target, more]);

test('the activity says which key acted, and CSV too', async () => {
  await begin();
  const id = await upload('a,b\n1,2\n', 'precious.csv');
  const key = await keyFor('robot-B');
  await ask('DELETE', `/datasets/${id}`, { 'API-Key': key });
  const other = await upload('a,b\n3,4\n', 'second.csv');
  await ask('DELETE', `/datasets/${other}`, { 'API-Key': user.apiKey ?? '' });
  expect(await newest(2)).toEqual([
    ['Deletion of a dataset', 'key', 'api-key', 'precious.csv', 'By the API key robot-B'],
    ['Deletion of a dataset', 'key', 'api-key', 'second.csv', 'By the API key of the account'],
  ]);
  const { body } = await ask('GET', '/auth/activity/export', session);
  expect(z.string().parse(body).split('\n')[2]).toMatch(
    /,Deletion of a dataset,done,An API key,.*,precious\.csv,By the API key robot-B,datasets\.delete/,
  );
});

test('a file fetched by a link was fetched by somebody, and the link was made by who asked for it', async () => {
  await begin();
  const id = await upload('a,b\n1,2\n', 'linked.csv');
  const made = await ask(
    'POST',
    '/datasets/save',
    { 'API-Key': await keyFor('maker') },
    {
      id,
      name: 'out',
      format: 'csv',
    },
  );
  const { download_url: link } = z.object({ download_url: z.string() }).parse(made.body);
  expect((await ask('GET', link, {})).body).toBe('a,b\n1,2\n');
  expect(await newest(2)).toEqual([
    ['Download link made', 'key', 'api-key', 'out.csv', 'By the API key maker'],
    ['Export of rows', 'somebody', null, 'linked.csv', 'As CSV; by the link'],
  ]);
});

test('a key that was shown in clear is a line, one that was shown masked is none', async () => {
  await begin();
  await ask('GET', '/auth/api-key?reveal=false', session);
  const { api_key: key } = z
    .object({ api_key: z.string() })
    .parse((await ask('GET', '/auth/api-key', session)).body);
  expect(await newest(2)).toEqual([
    expect.not.arrayContaining(['API key shown in clear']),
    ['API key shown in clear', 'you', 'session', `…${key.slice(-4)}`, ''],
  ]);
});

test('a key limited to datasets does not learn the names of others', async () => {
  await begin();
  const [open] = [await upload('a,b\n1,2\n', 'open.csv'), await upload('x,y\n5,6\n', 'secret.csv')];
  const sent = z.object({
    dataset: z.object({
      admission: z.object({ notes: z.array(z.object({ message: z.string() })) }),
    }),
  });
  const send = async (headers: Record<string, string>, csv: string) => {
    const { body } = await ask('POST', '/datasets/text', headers, { name: 'again.csv', csv });
    return sent.parse(body).dataset.admission.notes.map(({ message }) => message);
  };
  const limited = { 'API-Key': await keyFor('limited', { dataset_ids: [open] }) };
  expect(await send(limited, 'x,y\n5,6\n')).toEqual([]);
  expect(await send(limited, 'a,b\n1,2\n')).toEqual([
    "The same file is already here as 'open.csv'.",
  ]);
  expect(await send(session, 'x,y\n5,6\n')).toEqual([
    expect.stringContaining('The same file is already here as '),
  ]);
});

test('a key has no end in the past, and one that ended is not made again without another', async () => {
  await begin();
  const limit = (end: string | null) =>
    ask('PUT', '/auth/api-key/limits', session, {
      scopes: ['read'],
      dataset_ids: null,
      aggregates_only: false,
      expires_at: end,
    });
  const now = app.clock.now().getTime();
  expect(await limit(new Date(now).toISOString())).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'expires_at', message: 'Choose a day in the future.' }] },
  });
  await limit(new Date(now + 60_000).toISOString());
  app.clock.advance(60);
  expect(await ask('POST', '/auth/api-key/regenerate', session)).toMatchObject({
    status: 409,
    body: {
      detail: 'This API key ended on 2026-11-20, and so would a new one.',
      fix: 'Choose a later end for it first, or none.',
    },
  });
  await limit(null);
  expect((await ask('POST', '/auth/api-key/regenerate', session)).status).toBe(200);
});

test('an account that is deleted twice at once is deleted once', async () => {
  await begin('free');
  const { email, password } = user;
  const answers = await Promise.all(
    [1, 2].map(() => ask('POST', '/auth/delete-account', session, { email, password })),
  );
  const [first, second] = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(first).toBe(204);
  expect([401, 409]).toContain(second);
});

test('a role that somebody has already, or does not have, leaves no line', async () => {
  await begin();
  const other = await app.createTestUser();
  await grantRole(app.core.orm.em.fork(), user.email, 'admin');
  const items = z
    .array(z.object({ id: z.string(), name: z.string() }))
    .parse((await ask('GET', '/roles', session)).body);
  const change = async (what: 'assign' | 'remove') => {
    const { status } = await ask('POST', `/roles/${what}`, session, {
      user_id: other.id,
      role_id: items.find(({ name }) => name === 'admin')?.id,
    });
    expect(status).toBe(200);
  };
  for (const what of ['remove', 'assign', 'assign', 'remove', 'remove'] as const)
    await change(what);
  const { body } = await ask('GET', `/admin/audit?person=${other.email}`, session);
  expect(
    lines
      .parse(body)
      .items.map(({ said }) => said)
      .filter((said) => said.startsWith('Role')),
  ).toEqual(['Role taken', 'Role given']);
});

test('a password is neither the name of its owner nor that of the product', async () => {
  for (const [name, password] of [
    ['Jonathan Doe', 'jonathandoe'],
    ['Ada', 'Columnist1!'],
  ] as const)
    expect(
      await ask(
        'POST',
        '/auth/register',
        {},
        { email: 'n@example.com', password, full_name: name },
      ),
    ).toMatchObject({ status: 422, body: { errors: [{ field: 'password' }] } });
});
