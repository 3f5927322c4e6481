import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorizationOf, createTestCore, type TestCore } from '../testing.ts';
import { databaseKinds } from '../testing-databases.ts';
import { limitRate } from './limit-rate.ts';
import { RateWindow } from './usage.entity.ts';

describe.each(databaseKinds)('the rate limit on %s', (kind) => {
  let app: TestCore;
  beforeAll(async () => {
    app = await createTestCore(kind, { throttleScale: 1 });
  });
  afterAll(() => app.close());

  test('lets 60 calls of a Free user pass in a minute, however they come', async () => {
    const user = await app.createTestUser();
    const ctx = await app.contextOf({ apiKey: user.apiKey ?? '' });
    app.clock.advance(15.2);
    expect(await limitRate(ctx)).toEqual({ limit: 60, remaining: 59, resetSeconds: 45 });
    const settled = await Promise.allSettled(Array.from({ length: 99 }, () => limitRate(ctx)));
    const passed = settled.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? [outcome.value?.remaining] : [],
    );
    expect(passed.sort((a = 0, b = 0) => a - b)).toEqual(Array.from({ length: 59 }, (_, i) => i));
    for (const reason of settled.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason] : [],
    )) {
      expect(reason).toMatchObject({
        code: 'rate_limited',
        message: 'More than 60 calls in a minute. Wait 45 seconds.',
        details: { limit: 60, retry_after: 45 },
      });
    }
    const other = await app.createTestUser();
    expect(await limitRate(await app.contextOf({ apiKey: other.apiKey ?? '' }))).toMatchObject({
      remaining: 59,
    });
    app.clock.advance(44.8);
    expect(await limitRate(ctx)).toEqual({ limit: 60, remaining: 59, resetSeconds: 60 });
  });

  test('lets a Pro user pass 600 times', async () => {
    const user = await app.createTestUser({ tier: 'paid' });
    const ctx = await app.contextOf({ apiKey: user.apiKey ?? '' });
    expect(await limitRate(ctx)).toMatchObject({ limit: 600, remaining: 599 });
    await app.core.orm.em
      .fork()
      .nativeUpdate(RateWindow, { subject: `user:${user.id}` }, { calls: 599 });
    expect(await limitRate(ctx)).toMatchObject({ limit: 600, remaining: 0 });
    await expect(limitRate(ctx)).rejects.toMatchObject({ code: 'rate_limited' });
  });

  test.each([
    ['free', 600],
    ['paid', 1200],
  ] as const)(
    'counts calls of a %s session apart from those of programs: %i a minute [M1]',
    async (tier, limit) => {
      const user = await app.createTestUser({ tier });
      const [session, program] = [
        await app.contextOf(authorizationOf(user)),
        await app.contextOf({ apiKey: user.apiKey ?? '' }),
      ];
      expect(await limitRate(session)).toMatchObject({ limit, remaining: limit - 1 });
      await app.core.orm.em
        .fork()
        .nativeUpdate(RateWindow, { subject: `session:${user.id}` }, { calls: limit });
      await expect(limitRate(session)).rejects.toMatchObject({
        code: 'rate_limited',
        details: { limit },
      });
      expect(await limitRate(program)).toMatchObject({ limit: limit / (tier === 'free' ? 10 : 2) });
    },
  );

  test('does not count who is not signed in, and forgets old minutes', async () => {
    expect(await limitRate(await app.contextOf())).toBeNull();
    app.clock.advance(3600);
    await app.core.runJobs();
    expect(await app.core.orm.em.fork().count(RateWindow, {})).toBe(0);
  });
});
