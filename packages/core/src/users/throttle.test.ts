import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestCore, type TestCore } from '../testing.ts';
import { databaseKinds } from '../testing-databases.ts';
import { login } from '../accounts/login.ts';

describe.each(databaseKinds)('log-ins on %s', (kind) => {
  let app: TestCore;
  beforeAll(async () => {
    app = await createTestCore(kind, { throttleScale: 1 });
  });
  afterAll(() => app.close());

  test('a thousand wrong ones are throttled; the owner still gets in from another address, and from the same one later', async () => {
    const user = await app.createTestUser();
    const attempt = async (password: string, address: string) =>
      login(await app.contextOf({}, undefined, { address }), { email: user.email, password });
    const codes: Record<string, number> = {};
    for (let i = 0; i < 1000; i += 50) {
      const settled = await Promise.allSettled(
        Array.from({ length: 50 }, (_, j) => attempt(`wrong ${i + j}`, '127.0.0.1')),
      );
      for (const outcome of settled)
        if (outcome.status === 'rejected')
          codes[outcome.reason.code] = (codes[outcome.reason.code] ?? 0) + 1;
    }
    expect(codes).toEqual({ invalid_credentials: 10, rate_limited: 990 });
    await expect(attempt(user.password, '127.0.0.1')).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'Too many attempts. Try again in 15 minutes.',
      details: { retry_after: 900 },
    });
    expect((await attempt(user.password, '127.0.0.2')).user.email).toBe(user.email);
    app.clock.advance(900);
    expect((await attempt(user.password, '127.0.0.1')).user.email).toBe(user.email);
  });

  test('a clock that was set back by forty days keeps nobody out', async () => {
    const user = await app.createTestUser();
    const attempt = async (password: string) =>
      login(await app.contextOf({}, undefined, { address: '192.0.2.40' }), {
        email: user.email,
        password,
      });
    for (let i = 0; i < 11; i++) await expect(attempt('wrong')).rejects.toMatchObject({});
    await expect(attempt(user.password)).rejects.toMatchObject({ code: 'rate_limited' });
    app.clock.advance(-40 * 86_400);
    expect((await attempt(user.password)).user.email).toBe(user.email);
    app.clock.advance(40 * 86_400);
  });
});
