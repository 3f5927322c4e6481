import { operations } from '@columnist/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteOf } from '../agents/record-call.ts';
import { authorize } from '../context.ts';
import { createTestCore, type TestCore } from '../testing.ts';
import { UsageDay, UsageMonth } from './usage.entity.ts';
import { settleTogether } from './settle-together.ts';

let app: TestCore;
beforeAll(async () => {
  app = await createTestCore();
});
afterAll(() => app.close());

/** Settles so many calls at once of a new user, whose minute and month have this much room. */
async function settleAtOnce(calls: number, perMinute: number, perMonth: number) {
  const user = await app.createTestUser();
  const ctx = await app.contextOf({ apiKey: user.apiKey ?? '' });
  const actor = authorize(ctx, operations.datasets.list);
  const account = {
    userId: user.user.id,
    subject: `calls:${user.user.id}`,
    minute: 1,
    perMinute,
    month: '2026-11',
    perMonth,
    day: '2026-11-20',
  };
  const settled = await Promise.all(
    Array.from({ length: calls }, () =>
      settleTogether(
        ctx.em,
        account,
        noteOf(ctx, actor, operations.datasets.list, {}, { outcome: 'done', result: {} }),
      ),
    ),
  );
  const em = app.core.orm.em.fork();
  const [month, day] = [
    await em.findOne(UsageMonth, { user: user.user.id }),
    await em.findOne(UsageDay, { user: user.user.id }),
  ];
  return { settled, month: month?.used ?? 0, day: day?.used ?? 0 };
}

test('calls that end at the same time are counted one after the other', async () => {
  expect(await settleAtOnce(3, 10, 10)).toEqual({
    settled: [1, 2, 3].map((n) => ({ calls: n, used: n })),
    month: 3,
    day: 3,
  });
});

test('a minute without room for all of them counts none, and each has to ask for itself', async () => {
  expect(await settleAtOnce(3, 2, 10)).toEqual({
    settled: [null, null, null],
    month: 0,
    day: 0,
  });
});

test('a month without room for all of them counts them for the minute alone', async () => {
  expect(await settleAtOnce(3, 10, 2)).toEqual({
    settled: [1, 2, 3].map((n) => ({ calls: n, used: null })),
    month: 0,
    day: 0,
  });
});
