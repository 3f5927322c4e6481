import { operations, type InputOf } from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAgentCalls } from '../agents/list-agent-calls.ts';
import { recordCall } from '../agents/record-call.ts';
import { createFromText } from '../datasets/lifecycle/create-from-text.ts';
import { takeUploadLink } from '../datasets/lifecycle/take-upload-link.ts';
import { authorizationOf, createTestCore, type TestCore, type TestUser } from '../testing.ts';
import { databaseKinds } from '../testing-databases.ts';
import { createApiKey } from './create-api-key.ts';
import { deleteAccount } from './delete-account.ts';
import { forgotPassword } from './forgot-password.ts';
import { NamedKey } from '../users/named-key.entity.ts';
import { regenerateApiKey } from './regenerate-api-key.ts';
import { resetPassword } from './reset-password.ts';
import { revokeApiKey } from './revoke-api-key.ts';

type Wanted = Parameters<typeof operations.auth.createApiKey.input.parse>[0];
const inputOf = (wanted: Wanted): InputOf<typeof operations.auth.createApiKey> =>
  operations.auth.createApiKey.input.parse(wanted);
const invalid = {
  code: 'unauthenticated',
  message: 'This API key is not valid.',
  details: { fix: expect.stringContaining('revoked or replaced') },
};

describe.each(databaseKinds)('what is done with a named key on %s', (kind) => {
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
  const by = (apiKey: string, address?: string) => app.contextOf({ apiKey, address });

  test('what it calls is noted under its name', async () => {
    const user = await app.createTestUser();
    const { api_key: secret } = await make(user);
    for (const key of [secret, user.apiKey ?? ''])
      await recordCall(
        await app.contextOf({ apiKey: key }, undefined, { userAgent: 'curl/8' }),
        operations.datasets.list,
        {},
        { outcome: 'done' },
      );
    const { items } = await listAgentCalls(await as(user), { limit: 5 });
    expect(items.map(({ key, agent, agent_id: id }) => [key, agent, id])).toEqual([
      [null, 'curl/8', null],
      ['nightly report', 'curl/8', null],
    ]);
  });

  test('an upload link ends with the key that asked for it, and with no other', async () => {
    const user = await app.createTestUser({ tier: 'paid' });
    const [named, other] = [
      await make(user, { name: 'uploads', scopes: ['write'] }),
      await make(user, { name: 'other', scopes: ['write'] }),
    ];
    const link = async (secret: string) =>
      (await createFromText(await by(secret), { name: 'x.csv' })).upload_url?.split('/').at(-1) ??
      '';
    const taken = async (token: string) =>
      takeUploadLink(await app.contextOf(), token).then(
        ({ user: { id } }) => id,
        ({ code }: { code: string }) => code,
      );
    const [first, second, third, account] = [
      await link(named.api_key),
      await link(named.api_key),
      await link(other.api_key),
      await link(user.apiKey ?? ''),
    ];
    expect(await taken(first)).toBe(user.id);
    await revokeApiKey(await as(user), { id: named.key.id });
    expect(await taken(second)).toBe('not_found');
    await regenerateApiKey(await as(user));
    expect(await taken(account)).toBe('not_found');
    expect(await taken(third)).toBe(user.id);
  });

  test('a reset of the password ends them, also one that is being made meanwhile; deleting the account as well', async () => {
    const user = await app.createTestUser();
    const { api_key: secret } = await make(user);
    await forgotPassword(await app.contextOf(), { email: user.email });
    await app.core.deliverMail();
    const [thief, token] = [await as(user), app.mail.lastTokenTo(user.email)];
    const [, meanwhile] = await Promise.allSettled([
      resetPassword(await app.contextOf(), { token, password: 'a new one altogether' }),
      createApiKey(thief, inputOf({ name: 'meanwhile', scopes: ['read'] })),
    ]);
    await expect(by(secret)).rejects.toMatchObject(invalid);
    if (meanwhile.status === 'fulfilled')
      await expect(by(meanwhile.value.api_key)).rejects.toMatchObject(invalid);
    else expect(meanwhile.reason).toMatchObject({ code: 'unauthenticated' });
    // Asked before the session ended, and answered after it.
    await expect(
      createApiKey(
        { ...thief, em: app.core.orm.em.fork() },
        inputOf({ name: 'late', scopes: ['read'] }),
      ),
    ).rejects.toMatchObject({
      code: 'unauthenticated',
      message: 'The session has ended. Log in again.',
    });

    const leaving = await app.createTestUser();
    const last = await make(leaving);
    await deleteAccount(await as(leaving), { email: leaving.email, password: leaving.password });
    await expect(by(last.api_key)).rejects.toMatchObject(invalid);
    expect(
      await app.core.orm.em.fork().count(NamedKey, { user: { $in: [user.id, leaving.id] } }),
    ).toBe(0);
  });
});
