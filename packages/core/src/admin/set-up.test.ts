import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grantRole } from '../accounts/grant-role.ts';
import { getMe } from '../accounts/get-me.ts';
import { login } from '../accounts/login.ts';
import { hashToken } from '../users/secrets.ts';
import { verifyMyEmail } from '../accounts/verify-email.ts';
import { authorizationOf, createTestCore, type TestCore, type TestUser } from '../testing.ts';
import { databaseKinds } from '../testing-databases.ts';
import { listAudit } from './list-audit.ts';
import { setUp } from './set-up.ts';
import { SetupToken } from './setup-token.entity.ts';

const invalid = { code: 'forbidden', message: 'This set-up token is not valid, or has ended.' };

describe.each(databaseKinds)('the first administrator on %s', (kind) => {
  let app: TestCore;
  beforeAll(async () => {
    app = await createTestCore(kind);
  });
  afterAll(() => app.close());

  const as = (user: TestUser) => app.contextOf(authorizationOf(user));
  const rolesOf = async (user: TestUser) =>
    (await getMe(await as(user))).roles.map(({ name }) => name);
  const printed = async (): Promise<string> => {
    const token = await app.core.offerSetup();
    if (token === null) throw new Error('No token was offered.');
    return token;
  };

  test('nobody becomes it by an address, and a token works for nobody whose address is not verified, and for 24 hours', async () => {
    const user = await app.createTestUser({ verified: false, email: 'root@example.com' });
    const early = await printed();
    await expect(setUp(await app.contextOf(), { token: early })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    await expect(setUp(await as(user), { token: early })).rejects.toMatchObject({
      code: 'email_unverified',
    });
    await verifyMyEmail(await as(user), { token: app.mail.lastTokenTo(user.email) });
    expect(await rolesOf(user)).toEqual([]);
    await expect(setUp(await as(user), { token: 'a guess' })).rejects.toMatchObject(invalid);
    const kept = await app.core.orm.em.fork().findAll(SetupToken);
    expect(kept.map(({ tokenHash }) => tokenHash)).toEqual([hashToken(early)]);
    app.clock.advance(24 * 3600);
    const later = await login(await app.contextOf(), {
      email: user.email,
      password: user.password,
    });
    await expect(
      setUp(await app.contextOf({ authorization: `Bearer ${later.access_token}` }), {
        token: early,
      }),
    ).rejects.toMatchObject(invalid);
    await app.core.runJobs();
    expect(await app.core.orm.em.fork().count(SetupToken)).toBe(0);
  });

  test('of two who use two tokens at once, one becomes it, which ends every token and is in the audit log', async () => {
    const users = [await app.createTestUser(), await app.createTestUser()] as const;
    // Two replicas that start print one each.
    const tokens = [await printed(), await printed()] as const;
    const contexts = [await as(users[0]), await as(users[1])] as const;
    const settled = await Promise.allSettled([
      setUp(contexts[0], { token: tokens[0] }),
      setUp(contexts[1], { token: tokens[1] }),
    ]);
    expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [first, other] = settled[0].status === 'fulfilled' ? users : [users[1], users[0]];
    expect([await rolesOf(first), await rolesOf(other)]).toEqual([['admin'], []]);
    const full = { code: 'conflict', message: 'This server has an administrator already.' };
    for (const token of tokens)
      await expect(setUp(await as(other), { token })).rejects.toMatchObject(full);
    expect([await app.core.offerSetup(), await app.core.orm.em.fork().count(SetupToken)]).toEqual([
      null,
      0,
    ]);
    const { items } = await listAudit(await as(first), { limit: 10, q: first.email });
    expect(items).toMatchObject([
      {
        action: 'admin.setUp',
        actor_email: first.email,
        target: first.email,
        outcome: 'done',
        details: { role: 'admin', by: 'set-up token' },
      },
    ]);
  });

  test('an administrator made by the command ends the tokens that were printed before', async () => {
    const own = await createTestCore(kind);
    const [root, other] = [await own.createTestUser(), await own.createTestUser()];
    const token = await own.core.offerSetup();
    await grantRole(own.core.orm.em.fork(), root.email, 'admin', own.clock);
    await expect(
      setUp(await own.contextOf(authorizationOf(other)), { token: token ?? '' }),
    ).rejects.toMatchObject({ code: 'conflict' });
    await own.close();
  });

  test('tokens cannot be guessed for ever', async () => {
    const strict = await createTestCore(kind, { throttleScale: 1 });
    const user = await strict.createTestUser();
    const codes: string[] = [];
    for (let i = 0; i < 11; i++)
      await setUp(await strict.contextOf(authorizationOf(user)), { token: `guess ${i}` }).catch(
        (error: { code: string }) => codes.push(error.code),
      );
    expect(codes).toEqual([...Array(10).fill('forbidden'), 'rate_limited']);
    await strict.close();
  });
});
