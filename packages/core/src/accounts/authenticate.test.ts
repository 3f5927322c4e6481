import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorizationOf, createTestCore, type TestCore, type TestUser } from '../testing.ts';
import { databaseKinds } from '../testing-databases.ts';
import { getApiKey } from './get-api-key.ts';
import { User } from '../users/user.entity.ts';

describe.each(databaseKinds)('authenticate on %s', (kind) => {
  let app: TestCore;
  let user: TestUser;
  beforeAll(async () => {
    app = await createTestCore(kind);
    user = await app.createTestUser({ tier: 'paid' });
  });
  afterAll(() => app.close());

  const actorOf = async (credentials: Parameters<TestCore['contextOf']>[0]) =>
    (await app.contextOf(credentials)).actor;

  test('reads the actor of a session and of a key, in either header', async () => {
    const person = {
      id: user.id,
      email: user.email,
      fullName: 'Test User',
      emailVerified: true,
      tier: 'paid',
      raisedFileMb: null,
      roles: [],
    };
    const scopes = ['read', 'rows', 'analyse', 'write'];
    expect(await actorOf({})).toBeNull();
    expect(await actorOf(authorizationOf(user))).toEqual({
      user: person,
      via: 'session',
      scopes,
      sessionId: expect.any(String),
      confirmedAt: app.clock.now(),
      askedAt: null,
      factorAt: null,
      secondFactor: false,
      limits: null,
      agent: null,
    });
    const byKey = {
      user: person,
      via: 'api-key',
      scopes,
      sessionId: null,
      confirmedAt: null,
      askedAt: null,
      factorAt: null,
      secondFactor: false,
      keyId: expect.any(String),
      keyName: null,
      limits: null,
      agent: null,
    };
    expect(await actorOf({ apiKey: user.apiKey ?? '' })).toEqual(byKey);
    expect(await actorOf({ authorization: `Bearer ${user.apiKey}` })).toEqual(byKey);
    expect(await actorOf({ authorization: `bearer ${user.apiKey}` })).toEqual(byKey);
  });

  test.each([
    ['an empty key', { apiKey: '' }],
    ['an unknown key', { apiKey: `col_test_${'a'.repeat(43)}` }],
    ['an unknown key as bearer', { authorization: 'Bearer col_live_x' }],
    ['no token', { authorization: 'Bearer ' }],
    ['another scheme', { authorization: 'Basic dXNlcjpwYXNz' }],
    ['no JWT', { authorization: 'Bearer abc' }],
    ['an unsigned JWT', { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.' }],
  ])('refuses %s', async (_what, credentials) => {
    await expect(app.contextOf(credentials)).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  test('refuses tokens signed by another key, of another kind or audience, or past 15 minutes', async () => {
    const { sessionId } = (await actorOf(authorizationOf(user))) ?? {};
    const sign = (key: Uint8Array, { typ = 'at+jwt', aud = 'columnist', seconds = 60 } = {}) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: 'HS256', typ })
        .setSubject(user.id)
        .setIssuer('columnist')
        .setAudience(aud)
        .setExpirationTime(app.clock.now().getTime() / 1000 + seconds)
        .sign(key);
    const [jwtKey] = app.core.secrets.jwtKeys;
    expect((await actorOf({ authorization: `Bearer ${await sign(jwtKey)}` }))?.sessionId).toBe(
      sessionId,
    );
    for (const token of [
      await sign(new Uint8Array(32)),
      await sign(jwtKey, { typ: 'JWT' }),
      await sign(jwtKey, { aud: 'other' }),
      await sign(jwtKey, { seconds: -1 }),
    ]) {
      await expect(app.contextOf({ authorization: `Bearer ${token}` })).rejects.toMatchObject({
        code: 'unauthenticated',
        message: 'The access token is not valid or has expired.',
      });
    }
  });

  test('an access token lives for 15 minutes', async () => {
    const fresh = await app.createTestUser({ verified: false });
    app.clock.advance(15 * 60 - 1);
    expect((await actorOf(authorizationOf(fresh)))?.user.id).toBe(fresh.id);
    app.clock.advance(1);
    await expect(app.contextOf(authorizationOf(fresh))).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });

  test('deactivating a user acts on the next request, for sessions and keys', async () => {
    const gone = await app.createTestUser();
    const em = app.core.orm.em.fork();
    await em.nativeUpdate(User, { id: gone.id }, { isActive: false });
    await expect(app.contextOf(authorizationOf(gone))).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    await expect(app.contextOf({ apiKey: gone.apiKey ?? '' })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    await em.nativeUpdate(User, { id: gone.id }, { isActive: true });
    expect((await actorOf({ apiKey: gone.apiKey ?? '' }))?.user.id).toBe(gone.id);
  });

  test('Pro lasts as long as it is paid or granted', async () => {
    const member = await app.createTestUser();
    const tier = async () => (await actorOf({ apiKey: member.apiKey ?? '' }))?.user.tier;
    const until = new Date(app.clock.now().getTime() + 60_000);
    const em = app.core.orm.em.fork();
    expect(await tier()).toBe('free');
    await em.nativeUpdate(User, { id: member.id }, { paidUntil: until });
    expect(await tier()).toBe('paid');
    app.clock.advance(60);
    expect(await tier()).toBe('free');
    await em.nativeUpdate(
      User,
      { id: member.id },
      { grantedProUntil: new Date(until.getTime() + 60_000) },
    );
    expect(await tier()).toBe('paid');
  });

  test('the last use of a key is noted to the minute', async () => {
    const caller = await app.createTestUser();
    const credentials = authorizationOf(caller);
    const lastUse = async () => (await getApiKey(await app.contextOf(credentials))).last_used_at;
    const start = app.clock.now().toISOString();
    await actorOf({ apiKey: caller.apiKey ?? '' });
    expect(await lastUse()).toBe(start);
    app.clock.advance(59);
    await actorOf({ apiKey: caller.apiKey ?? '' });
    expect(await lastUse()).toBe(start);
    app.clock.advance(2);
    await actorOf({ apiKey: caller.apiKey ?? '' });
    expect(await lastUse()).toBe(app.clock.now().toISOString());
  });
});
