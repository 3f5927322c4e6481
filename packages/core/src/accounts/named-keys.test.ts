import { mostNamedKeys, operations, type InputOf } from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AuditEntry } from '../audit/audit-entry.entity.ts';
import { createDataset } from '../datasets/lifecycle/create-dataset.ts';
import { getRows } from '../datasets/results/get-rows.ts';
import { MailJob } from '../mail/mail-job.entity.ts';
import { authorizationOf, createTestCore, type TestCore, type TestUser } from '../testing.ts';
import { databaseKinds } from '../testing-databases.ts';
import { authenticate } from './authenticate.ts';
import { createApiKey } from './create-api-key.ts';
import { getApiKey } from './get-api-key.ts';
import { listApiKeys } from './list-api-keys.ts';
import { NamedKey } from '../users/named-key.entity.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import { rotateSecret } from './rotate-secret.ts';
import { deriveSecrets } from '../users/secrets.ts';
import { User } from '../users/user.entity.ts';

type Wanted = Parameters<typeof operations.auth.createApiKey.input.parse>[0];
const inputOf = (wanted: Wanted): InputOf<typeof operations.auth.createApiKey> =>
  operations.auth.createApiKey.input.parse(wanted);
const day = 86_400;
const invalid = {
  code: 'unauthenticated',
  message: 'This API key is not valid.',
  details: { fix: expect.stringContaining('revoked or replaced') },
};

describe.each(databaseKinds)('named keys on %s', (kind) => {
  let app: TestCore;
  beforeAll(async () => {
    app = await createTestCore(kind);
  });
  afterAll(() => app.close());

  const as = (user: TestUser) => app.contextOf(authorizationOf(user));
  const make = async (user: TestUser, wanted: Partial<Record<string, unknown>> = {}) =>
    createApiKey(
      await as(user),
      inputOf({ name: 'nightly report', scopes: ['read', 'analyse'], ...wanted }),
    );
  const list = async (user: TestUser) => (await listApiKeys(await as(user))).items;
  const by = (apiKey: string, address?: string) => app.contextOf({ apiKey, address });

  test('one is made beside the key of the account, works within its scopes, and is shown once', async () => {
    const user = await app.createTestUser();
    const { api_key: secret, key } = await make(user, { name: '  nightly report ' });
    expect(secret).toMatch(/^col_test_[\w-]{43}$/);
    expect(key).toEqual({
      id: expect.any(String),
      name: 'nightly report',
      scopes: ['read', 'analyse'],
      dataset_ids: null,
      aggregates_only: false,
      last_four: secret.slice(-4),
      created_at: app.clock.now().toISOString(),
      expires_at: new Date(app.clock.now().getTime() + 90 * day * 1000).toISOString(),
      last_used_at: null,
      last_used_address: null,
    });
    expect(await list(user)).toEqual([key]);
    expect((await by(secret)).actor).toMatchObject({
      user: { id: user.id },
      via: 'api-key',
      keyId: key.id,
      keyName: 'nightly report',
      scopes: ['read', 'analyse'],
      limits: null,
    });
    expect((await by(user.apiKey ?? '')).actor).toMatchObject({
      user: { id: user.id },
      keyName: null,
      scopes: ['read', 'rows', 'analyse', 'write'],
    });
    expect((await getApiKey(await as(user))).api_key).toBe(user.apiKey);
    const { id } = await createDataset(await as(user), { file: await app.receive('a\n1\n2\n') });
    await expect(
      getRows(await by(secret), operations.datasets.rows.input.parse({ id })),
    ).rejects.toMatchObject({
      code: 'forbidden',
      message: "This credential lacks the scope 'rows'.",
      details: {
        fix: `Make a key that may “Read rows and download files” at ${app.core.settings.publicUrl}/app/profile?tab=apikey.`,
      },
    });
    await expect(listApiKeys(await by(secret))).rejects.toMatchObject({ code: 'forbidden' });
    await expect(
      createApiKey(await by(secret), inputOf({ name: 'child', scopes: ['write'] })),
    ).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  test('a hash alone is kept, with which nobody can sign in, and which needs no secret of the installation', async () => {
    const user = await app.createTestUser();
    const { api_key: secret } = await make(user);
    const em = app.core.orm.em.fork();
    const stored = await em.findOneOrFail(NamedKey, { user: user.id });
    expect(JSON.stringify(stored)).not.toContain(secret.slice('col_test_'.length, -4));
    await expect(by(stored.keyHash)).rejects.toMatchObject(invalid);
    await expect(by(`col_test_${stored.keyHash}`)).rejects.toMatchObject(invalid);
    const others = deriveSecrets('another secret altogether, and long enough');
    expect((await authenticate(em, others, app.clock, { apiKey: secret }))?.user.id).toBe(user.id);
    await rotateSecret(app.core.orm.em.fork(), app.core.secrets);
    expect((await by(secret)).actor?.user.id).toBe(user.id);
  });

  test('it ends when its owner said, at the latest after a year, or never where that was said', async () => {
    const user = await app.createTestUser();
    const short = await make(user, { name: 'short', expires_in_days: 1 });
    const endless = await make(user, { name: 'endless', expires_in_days: null });
    for (const days of [0, 366, 1.5])
      expect(
        operations.auth.createApiKey.input.safeParse({
          name: 'x',
          scopes: ['read'],
          expires_in_days: days,
        }).success,
      ).toBe(false);
    const late = await as(user);
    app.clock.advance(day - 1);
    expect((await by(short.api_key)).actor?.user.id).toBe(user.id);
    app.clock.advance(1);
    const when = app.clock.now().toISOString().slice(0, 16).replace('T', ' at ');
    await expect(by(short.api_key)).rejects.toMatchObject({
      code: 'unauthenticated',
      message: `This API key ended on ${when} UTC.`,
      details: { fix: 'Make a new key in your profile under API Key.' },
    });
    expect((await listApiKeys(late)).items.map(({ name, expires_at: end }) => [name, end])).toEqual(
      [
        ['endless', null],
        ['short', app.clock.now().toISOString()],
      ],
    );
    app.clock.advance(10 * 365 * day);
    expect((await by(endless.api_key)).actor?.user.id).toBe(user.id);
    app.clock.advance(-(10 * 365 + 1) * day);
  });

  test('where and when it was last used is noted, once a minute', async () => {
    const user = await app.createTestUser();
    const { api_key: secret } = await make(user);
    const used = async () =>
      (await list(user)).map(({ last_used_at: at, last_used_address: address }) => [at, address]);
    const first = app.clock.now().toISOString();
    await by(secret, '203.0.113.7');
    expect(await used()).toEqual([[first, '203.0.113.7']]);
    app.clock.advance(30);
    await by(secret, '198.51.100.9');
    expect(await used()).toEqual([[first, '203.0.113.7']]);
    app.clock.advance(31);
    await by(secret, '198.51.100.9');
    expect(await used()).toEqual([[app.clock.now().toISOString(), '198.51.100.9']]);
  });

  test('a revoked one is refused on its next call; only its owner can revoke it', async () => {
    const [user, other] = [await app.createTestUser(), await app.createTestUser()];
    const [kept, gone] = [await make(user, { name: 'kept' }), await make(user, { name: 'gone' })];
    await expect(revokeApiKey(await as(other), { id: gone.key.id })).rejects.toMatchObject({
      code: 'not_found',
      message: 'API key not found.',
    });
    await revokeApiKey(await as(user), { id: gone.key.id });
    await expect(by(gone.api_key)).rejects.toMatchObject(invalid);
    await expect(revokeApiKey(await as(user), { id: gone.key.id })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect((await by(kept.api_key)).actor?.keyName).toBe('kept');
    const audited = await app.core.orm.em
      .fork()
      .find(AuditEntry, { actorId: user.id }, { orderBy: { id: 'asc' } });
    expect(
      audited.map(({ action, target, details }) => [action, target, details['scopes'] ?? '']),
    ).toEqual([
      ['auth.createApiKey', 'kept', 'read analyse'],
      ['auth.createApiKey', 'gone', 'read analyse'],
      ['auth.revokeApiKey', 'gone', ''],
    ]);
  });

  test('names differ within an account, and are one line that can be seen', async () => {
    const [user, other] = [await app.createTestUser(), await app.createTestUser()];
    await make(user, { name: 'Zürich' });
    await expect(make(user, { name: 'Zu\u0308rich ' })).rejects.toMatchObject({
      code: 'conflict',
      message: 'You have a key with the name “Zürich” already.',
      details: { errors: [{ field: 'name', message: 'Choose another name.' }] },
    });
    await make(other, { name: 'Zürich' });
    for (const name of ['', '   ', 'x'.repeat(61), 'two\nlines', 'hid\u202eden'])
      expect(
        operations.auth.createApiKey.input.safeParse({ name, scopes: ['read'] }).success,
        name,
      ).toBe(false);
    expect(
      operations.auth.createApiKey.input.safeParse({ name: 'x'.repeat(60), scopes: [] }).success,
    ).toBe(false);
  });

  test('there are at most twenty, also where they are made at once', async () => {
    const user = await app.createTestUser();
    for (let i = 1; i < mostNamedKeys; i++) await make(user, { name: `key ${i}` });
    const contexts = await Promise.all(Array.from({ length: 10 }, () => as(user)));
    const settled = await Promise.allSettled(
      contexts.map((ctx, i) => createApiKey(ctx, inputOf({ name: `last ${i}`, scopes: ['read'] }))),
    );
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(make(user, { name: 'one more' })).rejects.toMatchObject({
      code: 'conflict',
      message: 'You have 20 named keys, which is the most.',
      details: { limit: 20, fix: 'Revoke one that you do not need.' },
    });
    const [first] = await list(user);
    await revokeApiKey(await as(user), { id: first?.id ?? '' });
    await make(user, { name: 'one more' });
    expect(await list(user)).toHaveLength(mostNamedKeys);
  });

  test('needs a verified address; its owner gets a message with its name, and nobody else does', async () => {
    const stranger = await app.createTestUser({ verified: false });
    await expect(make(stranger)).rejects.toMatchObject({
      code: 'email_unverified',
      message: 'Verify your email address to use an API key.',
    });
    const user = await app.createTestUser();
    await make(user, { name: 'Grafana <b>' });
    await app.core.deliverMail();
    const { subject, text, html } = app.mail.sent.findLast(({ to }) => to === user.email) ?? {};
    expect([
      subject,
      text?.includes('An API key with the name “Grafana <b>” was made'),
      html?.includes('“Grafana &#60;b&#62;”'),
    ]).toEqual(['An API key was created', true, true]);
    // Were the address no longer known to be theirs when the message is written, the name would be
    // left out.
    await make(user, { name: 'See http://evil.example' });
    const em = app.core.orm.em.fork();
    expect(await em.count(MailJob, { emailKey: user.email })).toBe(1);
    await em.nativeUpdate(User, { id: user.id }, { emailVerifiedAt: null });
    await app.core.deliverMail();
    expect(app.mail.sent.findLast(({ to }) => to === user.email)).toMatchObject({
      text: expect.stringMatching(/^Hello,\n\nAn API key was made/),
    });
  });

  test('it may be limited to datasets of its owner, and to aggregates', async () => {
    const [user, other] = [await app.createTestUser(), await app.createTestUser()];
    const { id } = await createDataset(await as(user), { file: await app.receive('a\n1\n2\n') });
    const { id: foreign } = await createDataset(await as(other), {
      file: await app.receive('a\n1\n2\n'),
    });
    await expect(make(user, { dataset_ids: [id, foreign] })).rejects.toMatchObject({
      code: 'not_found',
      message: 'Dataset not found.',
    });
    const { api_key: secret } = await make(user, {
      scopes: ['read', 'rows'],
      dataset_ids: [id, id],
      aggregates_only: true,
    });
    expect((await by(secret)).actor).toMatchObject({
      scopes: ['read'],
      limits: { datasetIds: [id], aggregatesOnly: true },
    });
  });
});
