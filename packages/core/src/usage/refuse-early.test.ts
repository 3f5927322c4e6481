import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobOf, type ServiceContext } from '../context.ts';
import { createTestCore, type TestCore } from '../testing.ts';
import { limitRate, refuseEarly } from './limit-rate.ts';

const options = { quantiles: [], confidence_level: 0.95, correlations: false, plot: false };

describe.skipIf(process.platform === 'win32')('before a body is taken in', () => {
  let app: TestCore;
  beforeAll(async () => {
    app = await createTestCore(undefined, { throttleScale: 1 });
  });
  afterAll(() => app.close());

  const programOf = async (tier: 'free' | 'paid'): Promise<ServiceContext> => {
    const { apiKey } = await app.createTestUser({ tier });
    return app.contextOf({ apiKey: apiKey ?? '' });
  };

  test('a caller whose minute is used up is refused, and nobody else; nothing is counted', async () => {
    const [busy, other] = [await programOf('free'), await programOf('free')];
    for (let call = 0; call < 60; call++) refuseEarly(busy, false);
    expect(await limitRate(busy)).toMatchObject({ remaining: 59 });
    for (let call = 0; call < 59; call++) await limitRate(busy);
    // Known to be used up only when a call has been refused.
    refuseEarly(busy, false);
    await expect(limitRate(busy)).rejects.toMatchObject({ code: 'rate_limited' });
    const refused = {
      code: 'rate_limited',
      message: 'More than 60 calls in a minute. Wait 60 seconds.',
      details: { limit: 60, retry_after: 60 },
    };
    expect(() => refuseEarly(busy, false)).toThrow(expect.objectContaining(refused));
    expect(() => refuseEarly(busy, true)).toThrow(expect.objectContaining(refused));
    refuseEarly(other, true);
    refuseEarly(await app.contextOf(), true);
    app.clock.advance(60);
    refuseEarly(busy, true);
  });

  test('a large one of a caller with five jobs waiting is refused; a small one and others are not', async () => {
    const [busy, other] = [await programOf('free'), await programOf('free')];
    // A pipe that nobody writes to: reading it takes as long as the test wants.
    const pipe = join(app.dataDir, 'pipe.csv');
    execFileSync('mkfifo', [pipe]);
    const controller = new AbortController();
    const held = Array.from({ length: 6 }, () =>
      busy.engine
        .describeFile(pipe, options, { ...jobOf(busy), signal: controller.signal })
        .catch((error: unknown) => error),
    );
    await expect
      .poll(() => [busy.engine.load().busy, busy.engine.load().waiting], { timeout: 20_000 })
      .toEqual([1, 5]);
    expect(() => refuseEarly(busy, true)).toThrow(
      expect.objectContaining({
        code: 'unavailable',
        message:
          '5 of your analyses are waiting, and no more may on the Free plan. Try again in a moment.',
      }),
    );
    refuseEarly(busy, false);
    refuseEarly(other, true);
    refuseEarly(await app.contextOf(), true);
    controller.abort();
    for (const one of held) expect(await one).toMatchObject({ code: 'canceled' });
    refuseEarly(busy, true);
  });
});
