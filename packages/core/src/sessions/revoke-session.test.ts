import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login } from '../accounts/login.ts';
import { authorizationOf, createTestCore, type TestCore, type TestUser } from '../testing.ts';
import { databaseKinds } from '../testing-databases.ts';
import { listSessions } from './list-sessions.ts';
import { revokeSession } from './revoke-session.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe.each(databaseKinds)('sessions on %s', (kind) => {
  let app: TestCore;
  beforeAll(async () => {
    app = await createTestCore(kind);
  });
  afterAll(() => app.close());

  const as = (user: TestUser) => app.contextOf(authorizationOf(user));
  const logIn = async ({ email, password }: TestUser) =>
    login(await app.contextOf({}, undefined, { address: '192.0.2.9', userAgent: firefox }), {
      email,
      password,
    });
  const list = async (user: TestUser) => (await listSessions(await as(user))).items;

  test('those that go on are listed, the last used first; one that is ended is named in the log', async () => {
    const [user, other] = [await app.createTestUser(), await app.createTestUser()];
    app.clock.advance(60);
    await logIn(user);
    const [last, first, ...rest] = await list(user);
    expect(rest).toEqual([]);
    expect([last?.current, first?.current]).toEqual([false, true]);
    const id = last?.id ?? '';
    for (const [caller, wanted] of [
      [other, id],
      [user, '01890a5d-ac96-774b-bcce-b302099a8057'],
    ] as const)
      await expect(revokeSession(await as(caller), { id: wanted })).rejects.toMatchObject({
        code: 'not_found',
        message: 'Session not found.',
      });
    const ctx = await as(user);
    await revokeSession(ctx, { id });
    expect(ctx.audit.target).toBe('Firefox on Linux, 192.0.2.9');
    expect(await list(user)).toEqual([first]);
    await expect(revokeSession(await as(user), { id })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
