import { grantRole } from '@columnist/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';
import { begin } from './testing-resumable.ts';

let app: TestApp;
let admin: TestUser;
let user: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.createTestUser();
  user = await app.createTestUser();
  await grantRole(app.core.orm.em.fork(), admin.email, 'admin');
});
afterAll(() => app.close());

const MB = 1024 * 1024;
const line = `${'x'.repeat(1023)}\n`;
const ofSize = (megabytes: number): string => `a\n${line.repeat(1024 * megabytes)}`;
const as = (of: TestUser) => ({ Authorization: `Bearer ${of.accessToken}` });
const raise = (megabytes: number | null) =>
  fetch(`${app.url}/api/v1/admin/users/${user.id}/file-size`, {
    method: 'PUT',
    headers: { ...as(admin), 'Content-Type': 'application/json' },
    body: JSON.stringify({ megabytes }),
  });
const announce = (bytes: number) => begin(app.url, as(user), bytes);
const problem = z.object({ code: z.string(), detail: z.string(), limit: z.int() });

test('somebody whose files an administrator lets be larger uploads one, in one request and in parts', async () => {
  const refused = await app.upload(user, ofSize(12));
  expect([refused.status, problem.parse(await refused.json())]).toEqual([
    413,
    {
      code: 'file_too_large',
      detail: 'The file is larger than 10 MB, the limit of your plan.',
      limit: 10,
    },
  ]);
  expect((await announce(12 * MB)).status).toBe(413);

  expect((await raise(14)).status).toBe(200);
  const admitted = await app.upload(user, ofSize(12));
  expect([admitted.status, await admitted.json()]).toEqual([
    201,
    expect.objectContaining({ row_count: 12 * 1024 }),
  ]);
  expect((await announce(13 * MB)).status).toBe(201);

  const tooLarge = await app.upload(user, ofSize(15));
  expect([tooLarge.status, problem.parse(await tooLarge.json())]).toEqual([
    413,
    {
      code: 'file_too_large',
      detail: 'The file is larger than 14 MB, the limit of your account.',
      limit: 14,
    },
  ]);

  expect((await raise(null)).status).toBe(200);
  expect((await announce(12 * MB)).status).toBe(413);
  expect((await raise(20_000)).status).toBe(422);
});
