import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestCore, databaseKinds, type TestCore, type TestUser } from '../testing.ts';
import { refresh } from './refresh.ts';
import { RefreshToken, Session } from './session.entity.ts';
import { User } from './user.entity.ts';

const ended = { code: 'unauthenticated', message: 'The session has ended. Log in again.' };

describe.each(databaseKinds)('refresh on %s', (kind) => {
  let app: TestCore;
  let user: TestUser;
  beforeAll(async () => {
    app = await createTestCore(kind);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    user = await app.createTestUser({ verified: false });
  });

  const exchange = async (refresh_token: string) => refresh(await app.contextOf(), { refresh_token });
  const actorOf = async (accessToken: string) => (await app.contextOf({ authorization: `Bearer ${accessToken}` })).actor;

  test('answers a new pair of the same session', async () => {
    app.clock.advance(20 * 60);
    await expect(actorOf(user.accessToken)).rejects.toMatchObject({ code: 'unauthenticated' });
    const pair = await exchange(user.refreshToken);
    expect(pair).toEqual({ access_token: expect.any(String), refresh_token: expect.stringMatching(/^[\w-]{43}$/) });
    expect(pair.refresh_token).not.toBe(user.refreshToken);
    expect((await actorOf(pair.access_token))?.user.id).toBe(user.id);
    expect((await exchange(pair.refresh_token)).refresh_token).not.toBe(pair.refresh_token);
  });

  test('takes the direct parent again for ten seconds, as parallel tabs need', async () => {
    const first = await exchange(user.refreshToken);
    app.clock.advance(10);
    const second = await exchange(user.refreshToken);
    app.clock.advance(60);
    for (const tab of [first, second]) {
      const pair = await exchange(tab.refresh_token);
      expect((await actorOf(pair.access_token))?.user.id).toBe(user.id);
    }
  });

  test('a replay after ten seconds ends the session, and access tokens with it', async () => {
    const pair = await exchange(user.refreshToken);
    app.clock.advance(10.001);
    await expect(exchange(user.refreshToken)).rejects.toMatchObject(ended);
    await expect(exchange(pair.refresh_token)).rejects.toMatchObject(ended);
    await expect(actorOf(pair.access_token)).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  test('a replay of a grandparent ends the session within the ten seconds too', async () => {
    const pair = await exchange(user.refreshToken);
    await exchange(pair.refresh_token);
    await expect(exchange(user.refreshToken)).rejects.toMatchObject(ended);
  });

  test('twenty refreshes of one token at once leave one live session in which each answer works', async () => {
    const contexts = await Promise.all(Array.from({ length: 20 }, () => app.contextOf()));
    const pairs = await Promise.all(contexts.map((ctx) => refresh(ctx, { refresh_token: user.refreshToken })));
    expect(new Set(pairs.map((pair) => pair.refresh_token)).size).toBe(20);
    const em = app.core.orm.em.fork();
    const sessions = await em.find(Session, { user: user.id });
    expect(sessions.map(({ revokedAt }) => revokedAt)).toEqual([null]);
    expect(await em.count(RefreshToken, { session: { user: user.id }, usedAt: null })).toBe(20);
    for (const pair of pairs) expect((await actorOf(pair.access_token))?.sessionId).toBe(sessions[0]?.id);
  });

  test('twenty replays of a stolen token at once end the session once and for all', async () => {
    const pair = await exchange(user.refreshToken);
    app.clock.advance(11);
    const contexts = await Promise.all(Array.from({ length: 20 }, () => app.contextOf()));
    const settled = await Promise.allSettled(contexts.map((ctx, i) => refresh(ctx, { refresh_token: i === 10 ? pair.refresh_token : user.refreshToken })));
    expect(settled.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
    await expect(exchange(pair.refresh_token)).rejects.toMatchObject(ended);
  });

  test('unknown tokens, deactivated users and sessions of thirty days are refused', async () => {
    await expect(exchange('unknown')).rejects.toMatchObject(ended);
    const em = app.core.orm.em.fork();
    await em.nativeUpdate(User, { id: user.id }, { isActive: false });
    await expect(exchange(user.refreshToken)).rejects.toMatchObject(ended);
    await em.nativeUpdate(User, { id: user.id }, { isActive: true });
    app.clock.advance(30 * 86_400);
    await expect(exchange(user.refreshToken)).rejects.toMatchObject(ended);
  });

  test('no token is stored in clear', async () => {
    const tokens = await app.core.orm.em.fork().find(RefreshToken, { session: { user: user.id } });
    expect(tokens.map(({ tokenHash }) => tokenHash)).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
    expect(tokens[0]?.tokenHash).not.toBe(user.refreshToken);
  });
});
