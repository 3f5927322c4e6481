import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorizationOf, createTestCore, type TestCore } from '../testing.ts';
import { databaseKinds } from '../testing-databases.ts';
import { getApiKey } from './get-api-key.ts';
import { getMe } from './get-me.ts';
import { regenerateApiKey } from './regenerate-api-key.ts';
import { ApiKey } from '../users/session.entity.ts';

describe.each(databaseKinds)('API key on %s', (kind) => {
  let app: TestCore;
  beforeAll(async () => {
    app = await createTestCore(kind);
  });
  afterAll(() => app.close());

  test('is absent, then made, then shown to its owner alone', async () => {
    const user = await app.createTestUser({ verified: true });
    const owner = await app.contextOf(authorizationOf(user));
    expect(user.apiKey).toMatch(/^col_test_[\w-]{43}$/);
    expect(await getApiKey(owner)).toEqual({
      api_key: user.apiKey,
      created_at: '2026-11-20T12:00:00.000Z',
      last_used_at: null,
      limits: {
        scopes: ['read', 'rows', 'analyse', 'write'],
        dataset_ids: null,
        aggregates_only: false,
        expires_at: null,
      },
    });
    expect((await getMe(owner)).api_key).toBe(`${'•'.repeat(28)}${user.apiKey?.slice(-4)}`);

    const other = await app.createTestUser({ verified: false });
    expect(await getApiKey(await app.contextOf(authorizationOf(other)))).toEqual({
      api_key: null,
      created_at: null,
      last_used_at: null,
      limits: null,
    });
  });

  test('needs a verified e-mail', async () => {
    const user = await app.createTestUser({ verified: false });
    await expect(
      regenerateApiKey(await app.contextOf(authorizationOf(user))),
    ).rejects.toMatchObject({ code: 'email_unverified' });
  });

  test('a new one ends the old one at once', async () => {
    const user = await app.createTestUser();
    const old = user.apiKey ?? '';
    expect((await app.contextOf({ apiKey: old })).actor?.user.id).toBe(user.id);
    const made = await regenerateApiKey(await app.contextOf(authorizationOf(user)));
    expect(made.api_key).not.toBe(old);
    await expect(app.contextOf({ apiKey: old })).rejects.toMatchObject({
      code: 'unauthenticated',
      message: 'This API key is not valid.',
    });
    expect((await app.contextOf({ apiKey: made.api_key })).actor?.user.id).toBe(user.id);
  });

  test('of ten made at once one is left, and it is the one shown', async () => {
    const user = await app.createTestUser();
    const contexts = await Promise.all(
      Array.from({ length: 10 }, () => app.contextOf(authorizationOf(user))),
    );
    const made = await Promise.all(contexts.map((ctx) => regenerateApiKey(ctx)));
    const shown = (await getApiKey(await app.contextOf(authorizationOf(user)))).api_key;
    const working = await Promise.allSettled(
      made.map(({ api_key }) => app.contextOf({ apiKey: api_key })),
    );
    expect(
      made.filter((_, i) => working[i]?.status === 'fulfilled').map(({ api_key }) => api_key),
    ).toEqual([shown]);
    expect(await app.core.orm.em.fork().count(ApiKey, { user: user.id })).toBe(1);
  });

  test('cannot be used to see or make keys', async () => {
    const user = await app.createTestUser();
    const ctx = await app.contextOf({ apiKey: user.apiKey ?? '' });
    await expect(getApiKey(ctx)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(regenerateApiKey(ctx)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(getMe(ctx)).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('is stored neither in clear nor under another owner', async () => {
    const [user, thief] = [await app.createTestUser(), await app.createTestUser()];
    const em = app.core.orm.em.fork();
    const stored = await em.findOneOrFail(ApiKey, { user: user.id });
    expect(JSON.stringify(stored)).not.toContain(user.apiKey?.slice(9));
    expect(stored.lastFour).toBe(user.apiKey?.slice(-4));
    await em.nativeUpdate(ApiKey, { user: thief.id }, { ciphertext: stored.ciphertext });
    expect(await getApiKey(await app.contextOf(authorizationOf(thief)))).toEqual({
      api_key: null,
      created_at: null,
      last_used_at: null,
      limits: null,
    });
  });
});
