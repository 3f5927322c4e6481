import { AppError, operations, type Operation } from '@columnist/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { authorize, type ServiceContext } from '../context.ts';
import { authorizationOf, createTestCore, type TestCore, type TestUser } from '../testing.ts';
import { databaseKinds } from '../testing-databases.ts';
import { AgentCall } from '../agents/agent-call.entity.ts';
import { getUsage } from './get-usage.ts';
import { metered, type Counted } from './metered.ts';
import { UsageMonth, UsageReservation } from './usage.entity.ts';

const { analyze, list } = operations.datasets;
const reset = new Date('2026-12-01T00:00:00.000Z');
const succeed = () => Promise.resolve('done');

/** A call whose work needs the engine, or not; with the quota as its answer tells it. */
async function call<Result>(
  ctx: ServiceContext,
  operation: Operation,
  work: () => Promise<Result>,
  engine = true,
) {
  let counted: Counted = {};
  const withEngine = async (within: ServiceContext): Promise<Result> => {
    if (engine) await within.beforeEngine?.();
    return work();
  };
  const result = await metered(ctx, operation, {}, withEngine, (facts) => (counted = facts));
  return { result, quota: counted.quota ?? null };
}
const forever = () => new Promise<never>(() => {});

describe.each(databaseKinds)('metered calls on %s', (kind) => {
  let app: TestCore;
  let user: TestUser;
  beforeAll(async () => {
    app = await createTestCore(kind);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    user = await app.createTestUser();
  });

  const context = () => app.contextOf({ apiKey: user.apiKey ?? '' });
  const use = async (count: number) =>
    app.core.orm.em.fork().upsert(UsageMonth, {
      user: user.id,
      month: app.clock.now().toISOString().slice(0, 7),
      used: count,
    });
  const used = async () => (await getUsage(await context())).api_queries;
  const reservations = () => app.core.orm.em.fork().count(UsageReservation, { user: user.id });

  test.each([true, false])(
    'a call that succeeds uses one unit of the month and of the day (by the engine: %s)',
    async (engine) => {
      expect(await call(await context(), analyze, succeed, engine)).toEqual({
        result: 'done',
        quota: { limit: 100, used: 1, reset },
      });
      expect(await call(await context(), analyze, succeed, engine)).toEqual({
        result: 'done',
        quota: { limit: 100, used: 2, reset },
      });
      const usage = await getUsage(await context());
      expect([
        usage.api_queries,
        usage.daily_api_queries.length,
        usage.daily_api_queries.at(-1),
      ]).toEqual([2, 20, 2]);
      expect(await reservations()).toBe(0);
    },
  );

  test.each([true, false])(
    'a call that fails uses none and says why it failed (by the engine: %s)',
    async (engine) => {
      const failure = new AppError('unknown_column', "There is no column 'z'.");
      await expect(
        call(await context(), analyze, () => Promise.reject(failure), engine),
      ).rejects.toBe(failure);
      expect([await used(), await reservations()]).toEqual([0, 0]);
    },
  );

  test('free operations and browser calls use none', async () => {
    await use(7);
    expect(await call(await context(), list, succeed)).toEqual({
      result: 'done',
      quota: { limit: 100, used: 7, reset },
    });
    expect(await call(await app.contextOf(authorizationOf(user)), analyze, succeed)).toEqual({
      result: 'done',
      quota: null,
    });
    expect(await call(await app.contextOf(), analyze, succeed)).toEqual({
      result: 'done',
      quota: null,
    });
    expect(await used()).toBe(7);
  });

  test.each([true, false])(
    'calls of a session through REST use a unit as those of a key do, and are nobody else’s to be noted (by the engine: %s)',
    async (engine) => {
      await use(98);
      const session = async () => ({
        ...(await app.contextOf(authorizationOf(user))),
        door: 'api' as const,
      });
      expect(await call(await session(), analyze, succeed, engine)).toEqual({
        result: 'done',
        quota: { limit: 100, used: 99, reset },
      });
      expect(await call(await context(), analyze, succeed, engine)).toEqual({
        result: 'done',
        quota: { limit: 100, used: 100, reset },
      });
      await expect(call(await session(), analyze, succeed, engine)).rejects.toMatchObject({
        code: 'quota_exceeded',
      });
      // Files are fetched by REST alone, and the browser is free.
      expect(await call(await session(), operations.datasets.export, succeed, engine)).toEqual({
        result: 'done',
        quota: null,
      });
      const notes = await app.core.orm.em.fork().find(AgentCall, { user: user.id });
      expect(notes.map(({ via }) => via)).toEqual(['api-key']);
    },
  );

  test.each([true, false])(
    'of 200 calls at once with 5 units left exactly 5 run (by the engine: %s)',
    async (engine) => {
      await use(95);
      const contexts = await Promise.all(Array.from({ length: 200 }, context));
      let runs = 0;
      const settled = await Promise.allSettled(
        contexts.map((ctx) => call(ctx, analyze, () => Promise.resolve(++runs), engine)),
      );
      const done = settled.flatMap((outcome) =>
        outcome.status === 'fulfilled' ? [outcome.value.quota?.used] : [],
      );
      expect(new Set(done)).toEqual(new Set([96, 97, 98, 99, 100]));
      // What needs no engine is counted when it is done.
      expect([done.length, runs]).toEqual([5, engine ? 5 : 200]);
      for (const reason of settled.flatMap((outcome) =>
        outcome.status === 'rejected' ? [outcome.reason] : [],
      )) {
        expect(reason).toMatchObject({
          code: 'quota_exceeded',
          message: 'You have used 100 of 100 API queries this month.',
          details: {
            used: 100,
            limit: 100,
            reset: reset.toISOString(),
            retry_after: 10.5 * 86_400,
          },
        });
      }
      const usage = await getUsage(await context());
      expect([usage.api_queries, usage.daily_api_queries.at(-1), await reservations()]).toEqual([
        100, 5, 0,
      ]);
    },
  );

  test('calls that end together are settled together: each has its own place in the count, and its own note', async () => {
    const contexts = await Promise.all(Array.from({ length: 40 }, context));
    const before = await app.core.orm.em.fork().count(AgentCall, { user: user.id });
    const done = await Promise.all(contexts.map((ctx) => call(ctx, analyze, succeed, false)));
    expect(done.map(({ quota }) => quota?.used).toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 40 }, (_, i) => i + 1),
    );
    const usage = await getUsage(await context());
    expect([usage.api_queries, usage.daily_api_queries.at(-1)]).toEqual([40, 40]);
    expect((await app.core.orm.em.fork().count(AgentCall, { user: user.id })) - before).toBe(40);
  });

  test.each([true, false])(
    'of 60 calls at once of which every second fails, the others are counted (by the engine: %s)',
    async (engine) => {
      const contexts = await Promise.all(Array.from({ length: 60 }, context));
      await Promise.allSettled(
        contexts.map((ctx, i) =>
          call(
            ctx,
            analyze,
            () => (i % 2 === 0 ? succeed() : Promise.reject(new Error('no'))),
            engine,
          ),
        ),
      );
      const usage = await getUsage(await context());
      expect([usage.api_queries, usage.daily_api_queries.at(-1), await reservations()]).toEqual([
        30, 30, 0,
      ]);
    },
  );

  test('what a crash had reserved comes back after ten minutes, to the next call or by the job', async () => {
    await use(99);
    const crash = async (ctx: ServiceContext) => {
      void call(ctx, analyze, forever);
      await expect.poll(reservations).toBe(1);
    };
    await crash(await context());
    app.clock.advance(10 * 60 - 1);
    await app.core.runJobs();
    await expect(call(await context(), analyze, succeed)).rejects.toMatchObject({
      code: 'quota_exceeded',
    });
    app.clock.advance(1);
    expect((await call(await context(), analyze, succeed)).quota?.used).toBe(100);
    await use(99);
    await crash(await context());
    app.clock.advance(10 * 60);
    await app.core.runJobs();
    expect([await used(), await reservations()]).toEqual([99, 0]);
  });

  test('a call that outlives its reservation is counted nowhere', async () => {
    const outlive = async () => {
      app.clock.advance(10 * 60);
      await app.core.runJobs();
    };
    await call(await context(), analyze, outlive);
    const usage = await getUsage(await context());
    expect([usage.api_queries, usage.daily_api_queries.at(-1)]).toEqual([0, 0]);
  });

  test('Pro is unlimited and counted; back on Free, the month says what was used', async () => {
    const pro = await app.createTestUser({ tier: 'paid' });
    const ctx = await app.contextOf({ apiKey: pro.apiKey ?? '' });
    await app.core.orm.em.fork().upsert(UsageMonth, { user: pro.id, month: '2026-11', used: 250 });
    expect((await call(ctx, analyze, succeed)).quota).toEqual({ limit: 0, used: 251, reset });
    const actor = authorize(ctx, analyze);
    const free: ServiceContext = {
      ...ctx,
      actor: { ...actor, user: { ...actor.user, tier: 'free' } },
    };
    await expect(call(free, analyze, succeed)).rejects.toMatchObject({
      message: 'You have used 251 of 100 API queries this month.',
      details: { used: 251, limit: 100 },
    });
  });

  test('the month is the calendar month in UTC', async () => {
    await use(100);
    app.clock.advance((reset.getTime() - app.clock.now().getTime()) / 1000 - 0.001);
    const late = await context();
    await expect(call(late, analyze, succeed)).rejects.toMatchObject({
      details: { retry_after: 1 },
    });
    app.clock.advance(0.001);
    expect(await call(late, analyze, succeed)).toEqual({
      result: 'done',
      quota: { limit: 100, used: 1, reset: new Date('2027-01-01T00:00:00.000Z') },
    });
    expect(await getUsage(await context())).toEqual({
      user_id: user.id,
      api_queries: 1,
      datasets_uploaded: 0,
      max_datasets: 5,
      max_api_queries: 100,
      max_file_size_mb: 10,
      last_reset: '2026-12-01T00:00:00.000Z',
      daily_api_queries: [1],
    });
  });
});
