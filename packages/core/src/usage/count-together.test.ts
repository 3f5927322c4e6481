import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorizationOf, createTestCore, type TestCore } from '../testing.ts';
import { databaseKinds } from '../testing-databases.ts';
import { limitRate } from './limit-rate.ts';
import { RateWindow } from './usage.entity.ts';

describe.each(databaseKinds)('a flood of one user on %s', (kind) => {
  let app: TestCore;
  beforeAll(async () => {
    app = await createTestCore(kind, { throttleScale: 1 });
  });
  afterAll(() => app.close());

  test('is counted together, each call at its own place, and costs the database nothing once the minute is used up [H1]', async () => {
    const user = await app.createTestUser();
    const contexts = await Promise.all(
      Array.from({ length: 700 }, () => app.contextOf(authorizationOf(user))),
    );
    const settled = await Promise.allSettled(contexts.map((ctx) => limitRate(ctx)));
    const left = settled.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? [outcome.value?.remaining] : [],
    );
    expect(left).toEqual(Array.from({ length: 600 }, (_, i) => 599 - i));
    const calls = async () =>
      (await app.core.orm.em.fork().findOneOrFail(RateWindow, { subject: `session:${user.id}` }))
        .calls;
    expect(await calls()).toBe(700);
    await expect(limitRate(await app.contextOf(authorizationOf(user)))).rejects.toMatchObject({
      code: 'rate_limited',
      details: { limit: 600, retry_after: 60 },
    });
    expect(await calls()).toBe(700);
    app.clock.advance(60);
    expect(await limitRate(await app.contextOf(authorizationOf(user)))).toMatchObject({
      remaining: 599,
    });
  });
});
