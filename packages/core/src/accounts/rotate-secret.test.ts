import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorizationOf, createTestCore, type TestCore } from '../testing.ts';
import { databaseKinds } from '../testing-databases.ts';
import { authenticate } from './authenticate.ts';
import { getApiKey } from './get-api-key.ts';
import { regenerateApiKey } from './regenerate-api-key.ts';
import { rotateSecret } from './rotate-secret.ts';
import { deriveSecrets, type Secrets } from '../users/secrets.ts';
import { oauthStore } from '../agents/oauth-store.ts';
import { generate } from 'otplib';
import { confirmTotp } from '../second-factors/confirm-totp.ts';
import { startTotp } from '../second-factors/start-totp.ts';
import { takeTotp } from '../second-factors/totp.ts';

const [old, fresh] = ['the secret of before, long enough', 'the secret of now, long enough too'];

describe.each(databaseKinds)('a change of APP_SECRET on %s', (kind) => {
  let app: TestCore;
  beforeAll(async () => {
    app = await createTestCore(kind, {}, undefined, undefined, old);
  });
  afterAll(() => app.close());

  const toCome = deriveSecrets(old, [fresh]);
  const changing = deriveSecrets(fresh, [old]);
  const changed = deriveSecrets(fresh);
  const userBy = async (secrets: Secrets, credentials: Parameters<typeof authenticate>[3]) =>
    (await authenticate(app.core.orm.em.fork(), secrets, app.clock, credentials).catch(() => null))
      ?.user.id ?? null;

  test('is noticed by nobody where each secret is a fallback in turn, and what is kept is kept under the new one', async () => {
    const [user, other] = [await app.createTestUser(), await app.createTestUser()];
    const store = (secrets: Secrets) =>
      oauthStore('RefreshToken', () => app.core.orm.em.fork(), secrets, app.clock);
    await store(app.core.secrets).put('token', { accountId: user.id }, 3600);
    const { secret } = await startTotp(await app.contextOf(authorizationOf(user)));
    const code = () => generate({ secret, epoch: Math.floor(app.clock.now().getTime() / 1000) });
    await confirmTotp(await app.contextOf(authorizationOf(user)), { code: await code() });

    // A server that was replaced already makes a key under the new secret; the others take it.
    const ctx = await app.contextOf(authorizationOf(other));
    const made = await regenerateApiKey({ ...ctx, em: app.core.orm.em.fork(), secrets: changing });
    for (const secrets of [toCome, changing]) {
      expect(await userBy(secrets, { apiKey: made.api_key })).toBe(other.id);
      expect(await userBy(secrets, { apiKey: user.apiKey ?? '' })).toBe(user.id);
      expect(await userBy(secrets, authorizationOf(user))).toBe(user.id);
      expect((await getApiKey({ ...ctx, em: app.core.orm.em.fork(), secrets })).api_key).toBe(
        made.api_key,
      );
      expect(await store(secrets).find('token')).toEqual({ accountId: user.id });
    }
    expect(await rotateSecret(app.core.orm.em.fork(), changing)).toEqual({
      apiKeys: 1,
      agentRecords: 1,
      authenticatorApps: 1,
      unreadable: 0,
    });
    expect(await rotateSecret(app.core.orm.em.fork(), changing)).toEqual({
      apiKeys: 0,
      agentRecords: 0,
      authenticatorApps: 0,
      unreadable: 0,
    });
    expect(await userBy(changed, { apiKey: made.api_key })).toBe(other.id);
    expect(await userBy(changed, { apiKey: user.apiKey ?? '' })).toBe(user.id);
    expect(await store(changed).find('token')).toEqual({ accountId: user.id });
    expect(await userBy(changed, authorizationOf(user))).toBeNull();
    app.clock.advance(30);
    expect(
      await takeTotp(
        { secrets: changed, clock: app.clock },
        app.core.orm.em.fork(),
        user.id,
        await code(),
        true,
      ),
    ).toBe(true);
  });

  test('without a fallback ends keys, tokens and sign-ins, which says so and breaks nothing', async () => {
    const user = await app.createTestUser();
    const lost = deriveSecrets('another secret altogether, and long enough');
    const ctx = {
      ...(await app.contextOf(authorizationOf(user))),
      em: app.core.orm.em.fork(),
      secrets: lost,
    };
    expect(await getApiKey(ctx)).toEqual({
      api_key: null,
      created_at: null,
      last_used_at: null,
      limits: null,
    });
    expect([
      await userBy(lost, { apiKey: user.apiKey ?? '' }),
      await userBy(lost, authorizationOf(user)),
    ]).toEqual([null, null]);
    await oauthStore('Grant', () => app.core.orm.em.fork(), app.core.secrets, app.clock).put(
      'grant',
      {},
      3600,
    );
    expect(
      await oauthStore('Grant', () => app.core.orm.em.fork(), lost, app.clock).find('grant'),
    ).toBeUndefined();
    expect(await rotateSecret(app.core.orm.em.fork(), lost)).toMatchObject({
      apiKeys: 0,
      agentRecords: 0,
    });
    expect((await rotateSecret(app.core.orm.em.fork(), lost)).unreadable).toBeGreaterThanOrEqual(2);
    const { api_key: key } = await regenerateApiKey({ ...ctx, em: app.core.orm.em.fork() });
    expect(await userBy(lost, { apiKey: key })).toBe(user.id);
  });
});
