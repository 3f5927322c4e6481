import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AuditEntry } from '../audit/audit-entry.entity.ts';
import { createDataset } from '../datasets/lifecycle/create-dataset.ts';
import { authorizationOf, createTestCore, type TestCore, type TestUser } from '../testing.ts';
import { databaseKinds } from '../testing-databases.ts';
import { createApiKey } from './create-api-key.ts';
import { limitApiKey } from './limit-api-key.ts';
import { regenerateApiKey } from './regenerate-api-key.ts';

const unknown = '01890a5d-ac96-774b-bcce-b302099a8057';

describe.each(databaseKinds)('limits of keys on %s', (kind) => {
  let app: TestCore;
  beforeAll(async () => {
    app = await createTestCore(kind);
  });
  afterAll(() => app.close());

  const as = (user: TestUser) => app.contextOf(authorizationOf(user));
  const upload = async (user: TestUser) =>
    (await createDataset(await as(user), { file: await app.receive('a\n1\n2\n') })).id;
  type Limits = Parameters<typeof limitApiKey>[1];
  const limits = (some: Partial<Limits> = {}): Limits => ({
    scopes: ['read', 'analyse'],
    dataset_ids: null,
    aggregates_only: false,
    expires_at: null,
    ...some,
  });
  const named = (some: Partial<Parameters<typeof createApiKey>[1]> = {}) => ({
    name: 'nightly',
    scopes: limits().scopes,
    dataset_ids: null,
    aggregates_only: false,
    expires_in_days: null,
    ...some,
  });

  test('a key that is not there yet, or an address that is not verified, says what to do', async () => {
    const user = await app.createTestUser({ verified: false });
    await expect(limitApiKey(await as(user), limits())).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no API key yet.',
      details: { fix: 'Create an API key first.' },
    });
    for (const make of [
      async () => regenerateApiKey(await as(user)),
      async () => createApiKey(await as(user), named()),
    ])
      await expect(make()).rejects.toMatchObject({
        code: 'email_unverified',
        message: 'Verify your email address to use an API key.',
      });
  });

  test('datasets are the owner’s own, each of them, though there are others enough', async () => {
    const [user, other] = [await app.createTestUser(), await app.createTestUser()];
    const [first, second] = [await upload(user), await upload(user)];
    const strange = await upload(other);
    const missing = { code: 'not_found', message: 'Dataset not found.' };
    for (const id of [unknown, strange]) {
      await expect(
        limitApiKey(await as(user), limits({ dataset_ids: [first, id] })),
      ).rejects.toMatchObject(missing);
      await expect(
        createApiKey(await as(user), named({ dataset_ids: [first, id] })),
      ).rejects.toMatchObject(missing);
    }
    expect(
      await limitApiKey(await as(user), limits({ dataset_ids: [first, second, first] })),
    ).toEqual(limits({ dataset_ids: [first, second] }));
  });

  test('what a key may do is in the log of its owner', async () => {
    const user = await app.createTestUser();
    const id = await upload(user);
    const noted = async (some: Partial<Limits>) => {
      const ctx = await as(user);
      await limitApiKey(ctx, limits(some));
      return ctx.audit.details;
    };
    expect(await noted({})).toEqual({
      scopes: 'read analyse',
      datasets: 'all',
      rows: 'as the scopes say',
      ends: 'never',
    });
    expect(
      await noted({
        scopes: ['read', 'read'],
        dataset_ids: [id],
        aggregates_only: true,
        expires_at: '2027-01-01T00:00:00.000Z',
      }),
    ).toEqual({
      scopes: 'read',
      datasets: '1',
      rows: 'aggregates only',
      ends: '2027-01-01T00:00:00.000Z',
    });
    await createApiKey(await as(user), named());
    await createApiKey(
      await as(user),
      named({ name: 'short', dataset_ids: [id], aggregates_only: true, expires_in_days: 1 }),
    );
    const entries = await app.core.orm.em
      .fork()
      .find(AuditEntry, { actorId: user.id }, { orderBy: { id: 'asc' } });
    expect(entries.map(({ action, target, details }) => [action, target, details])).toEqual([
      [
        'auth.createApiKey',
        'nightly',
        { scopes: 'read analyse', datasets: 'all', rows: 'as the scopes say', ends: 'never' },
      ],
      [
        'auth.createApiKey',
        'short',
        {
          scopes: 'read analyse',
          datasets: '1',
          rows: 'aggregates only',
          ends: '2026-11-21T12:00:00.000Z',
        },
      ],
    ]);
  });

  test('a key of the account that has ended says where to set a later end', async () => {
    const user = await app.createTestUser();
    await limitApiKey(await as(user), limits({ expires_at: '2026-11-20T12:00:10.000Z' }));
    app.clock.advance(10);
    await expect(app.contextOf({ apiKey: user.apiKey ?? '' })).rejects.toMatchObject({
      code: 'unauthenticated',
      message: 'This API key ended on 2026-11-20 at 12:00 UTC.',
      details: { fix: 'Set a later end in your profile under API Key.' },
    });
  });
});
