import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestCore, type TestCore, type TestUser } from '../testing.ts';
import { databaseKinds } from '../testing-databases.ts';
import { refresh } from './refresh.ts';
import { hashToken } from '../users/secrets.ts';
import { RefreshToken, Session } from '../users/session.entity.ts';
import { User } from '../users/user.entity.ts';

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

  const exchange = async (refresh_token: string) =>
    refresh(await app.contextOf(), { refresh_token });
  const actorOf = async (accessToken: string) =>
    (await app.contextOf({ authorization: `Bearer ${accessToken}` })).actor;

  test('answers a new pair of the same session', async () => {
    app.clock.advance(20 * 60);
    await expect(actorOf(user.accessToken)).rejects.toMatchObject({ code: 'unauthenticated' });
    const pair = await exchange(user.refreshToken);
    expect(pair).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(pair.refresh_token).not.toBe(user.refreshToken);
    expect((await actorOf(pair.access_token))?.user.id).toBe(user.id);
    expect((await exchange(pair.refresh_token)).refresh_token).not.toBe(pair.refresh_token);
  });

  test('answers the direct parent for ten seconds with the same token, as parallel tabs need', async () => {
    const first = await exchange(user.refreshToken);
    app.clock.advance(10);
    const second = await exchange(user.refreshToken);
    expect(second.refresh_token).toBe(first.refresh_token);
    app.clock.advance(60);
    const [one, other] = [
      await exchange(first.refresh_token),
      await exchange(second.refresh_token),
    ];
    expect(other.refresh_token).toBe(one.refresh_token);
    for (const { access_token } of [first, second, one, other])
      expect((await actorOf(access_token))?.user.id).toBe(user.id);
  });

  test('a stolen token that is replayed within the ten seconds makes no second branch: anyone who comes later ends the session', async () => {
    const owner = await exchange(user.refreshToken);
    const thief = await exchange(user.refreshToken);
    app.clock.advance(60);
    const next = await exchange(owner.refresh_token);
    app.clock.advance(60);
    await expect(exchange(thief.refresh_token)).rejects.toMatchObject(ended);
    await expect(exchange(next.refresh_token)).rejects.toMatchObject(ended);
  });

  test('a token that a server of an earlier version drew gives way to the derived one', async () => {
    const first = await exchange(user.refreshToken);
    const em = app.core.orm.em.fork();
    await em.nativeUpdate(
      RefreshToken,
      { session: { user: user.id }, usedAt: null },
      { tokenHash: hashToken('drawn by chance') },
    );
    const second = await exchange(user.refreshToken);
    expect(second.refresh_token).toBe(first.refresh_token);
    expect(await em.count(RefreshToken, { session: { user: user.id }, usedAt: null })).toBe(1);
    expect((await exchange(second.refresh_token)).refresh_token).not.toBe(second.refresh_token);
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

  test('twenty refreshes of one token at once leave one live session with one live token, which all of them get', async () => {
    const contexts = await Promise.all(Array.from({ length: 20 }, () => app.contextOf()));
    const pairs = await Promise.all(
      contexts.map((ctx) => refresh(ctx, { refresh_token: user.refreshToken })),
    );
    expect(new Set(pairs.map((pair) => pair.refresh_token)).size).toBe(1);
    const em = app.core.orm.em.fork();
    const sessions = await em.find(Session, { user: user.id });
    expect(sessions.map(({ revokedAt }) => revokedAt)).toEqual([null]);
    expect(await em.count(RefreshToken, { session: { user: user.id }, usedAt: null })).toBe(1);
    for (const pair of pairs)
      expect((await actorOf(pair.access_token))?.sessionId).toBe(sessions[0]?.id);
  });

  test('twenty replays of a stolen token at once end the session once and for all', async () => {
    const pair = await exchange(user.refreshToken);
    app.clock.advance(11);
    const contexts = await Promise.all(Array.from({ length: 20 }, () => app.contextOf()));
    const settled = await Promise.allSettled(
      contexts.map((ctx, i) =>
        refresh(ctx, { refresh_token: i === 10 ? pair.refresh_token : user.refreshToken }),
      ),
    );
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
    expect(tokens.map(({ tokenHash }) => tokenHash)).toEqual([
      expect.stringMatching(/^[\w-]{43}$/),
    ]);
    expect(tokens[0]?.tokenHash).not.toBe(user.refreshToken);
  });
});
