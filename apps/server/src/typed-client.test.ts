import type { AppRouter } from '@columnist/api';
import type { Dataset, Rows, User } from '@columnist/contract';
import { TRPCClientError, createTRPCClient, httpBatchLink } from '@trpc/client';
import { afterAll, beforeAll, expect, expectTypeOf, test } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from './testing.ts';

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  user = await app.createTestUser();
});
afterAll(() => app.close());

const clientOf = () =>
  createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: `${app.url}/trpc`,
        headers: { Authorization: `Bearer ${user.accessToken}` },
      }),
    ],
  });

test('the client knows inputs and outputs exactly, and may leave out what is optional', async () => {
  const client = clientOf();
  const [me, page] = await Promise.all([client.auth.me.query(), client.datasets.list.query()]);
  expectTypeOf(me).toEqualTypeOf<User>();
  expectTypeOf(page).toEqualTypeOf<{
    items: Dataset[];
    total: number;
    next_cursor: string | null;
  }>();
  expectTypeOf(client.datasets.rows.query).returns.resolves.toExtend<Rows>();
  expectTypeOf(client.datasets.delete.mutate)
    .parameter(0)
    .toEqualTypeOf<{ id: string; confirm_name?: string }>();
  expect(me).toEqual({
    ...user.user,
    email_verified: true,
    api_key: expect.stringMatching(/^•+.{4}$/),
  });
  expect(page).toEqual({ items: [], total: 0, next_cursor: null });
});

test('an error carries the problem document', async () => {
  const refused = await clientOf()
    .datasets.get.query({ id: '01900000-0000-7000-8000-000000000000' })
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(TRPCClientError);
  expect(refused).toMatchObject({
    message: 'Dataset not found.',
    data: {
      httpStatus: 404,
      code: 'NOT_FOUND',
      problem: { code: 'not_found', detail: 'Dataset not found.', status: 404 },
    },
  });
});
