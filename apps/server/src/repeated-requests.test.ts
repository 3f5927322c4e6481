import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

let app: TestApp;
let user: TestUser;
let id: string;
beforeAll(async () => {
  app = await createTestApp();
  user = await app.createTestUser();
  id = z
    .object({ id: z.uuid() })
    .parse(await (await app.upload(user, 'mass,kind\n1,a\n2,b\n')).json()).id;
});
afterAll(() => app.close());

const session = () => ({ Authorization: `Bearer ${user.accessToken}` });
const key = () => ({ 'API-Key': user.apiKey ?? '' });
async function commit(
  headers: Record<string, string>,
): Promise<[status: number, replayed: string | null]> {
  const response = await fetch(`${app.url}/api/v1/datasets/${id}/commit`, {
    method: 'POST',
    headers: { ...headers, 'Idempotency-Key': 'one' },
  });
  await response.text();
  return [response.status, response.headers.get('idempotent-replayed')];
}
const limit = async (limits: object): Promise<number> =>
  (
    await fetch(`${app.url}/api/v1/auth/api-key/limits`, {
      method: 'PUT',
      headers: { ...session(), 'Content-Type': 'application/json' },
      body: JSON.stringify({
        scopes: ['read', 'rows', 'analyse', 'write'],
        dataset_ids: null,
        aggregates_only: false,
        expires_at: null,
        ...limits,
      }),
    })
  ).status;

test('a repeated request is answered again to the credential that sent it, with what it was limited to, and to no other', async () => {
  expect(await commit(session())).toEqual([200, null]);
  expect(await commit(session())).toEqual([200, 'true']);
  // The same key in the hands of a program is one of its own.
  expect(await commit(key())).toEqual([200, null]);
  expect(await commit(key())).toEqual([200, 'true']);
  // What is limited since gets nothing of what it was answered before.
  expect(await limit({ scopes: ['read', 'write'] })).toBe(200);
  expect(await commit(key())).toEqual([422, null]);
  expect(await limit({ dataset_ids: [] })).toBe(200);
  expect(await commit(key())).toEqual([422, null]);
  expect(await limit({})).toBe(200);
  expect(await commit(key())).toEqual([200, 'true']);
  expect(await commit(session())).toEqual([200, 'true']);
});

test('of a large answer it is kept alone that it was given, and it is given again', async () => {
  const names = Array.from({ length: 400 }, (_, i) => `column_${i}`);
  const rows = [1, 2, 3].map((row) => names.map((_, i) => row * 1000 + i).join());
  const wide = z
    .object({ id: z.uuid() })
    .parse(await (await app.upload(user, `${names.join()}\n${rows.join('\n')}\n`)).json()).id;
  const send = async () => {
    const response = await fetch(`${app.url}/api/v1/datasets/${wide}/commit`, {
      method: 'POST',
      headers: { ...session(), 'Idempotency-Key': 'large' },
    });
    return {
      status: response.status,
      replayed: response.headers.get('idempotent-replayed'),
      text: await response.text(),
    };
  };
  const first = await send();
  expect(first).toMatchObject({ status: 200, replayed: null });
  expect(first.text.length).toBeGreaterThan(64 * 1024);
  const [kept] = z
    .array(z.object({ bytes: z.number() }))
    .parse(
      await app.core.orm.em
        .fork()
        .execute(
          'select max(octet_length(answer)) as bytes from repeated_request where user_id = (select owner_id from dataset where id = ?)',
          [wide],
        ),
    );
  expect(kept?.bytes).toBeLessThan(8 * 1024);
  const second = await send();
  expect(second).toMatchObject({ status: 200, replayed: 'true' });
  const [given, again]: unknown[] = [first, second].map(({ text }): unknown => JSON.parse(text));
  expect(again).toEqual(given);
});
