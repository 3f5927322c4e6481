import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorizationOf, createTestCore, databaseKinds, type TestCore } from '../testing.ts';
import { getMe } from './get-me.ts';
import { resendVerification } from './resend-verification.ts';
import { EmailToken } from './session.entity.ts';
import { verifyEmail } from './verify-email.ts';

const refusal = { code: 'invalid_input', message: 'This verification link is invalid or has expired. Request a new one.' };

describe.each(databaseKinds)('verify e-mail on %s', (kind) => {
  let app: TestCore;
  beforeAll(async () => {
    app = await createTestCore(kind, { adminEmail: 'Root@Example.com' });
  });
  afterAll(() => app.close());

  const verify = async (token: string) => verifyEmail(await app.contextOf(), { token });
  const me = async (user: { accessToken: string }) => getMe(await app.contextOf(authorizationOf(user)));

  test('confirms the address, once', async () => {
    const user = await app.createTestUser({ verified: false });
    const token = app.mail.lastTokenTo(user.email);
    expect((await me(user)).email_verified).toBe(false);
    await verify(token);
    expect(await me(user)).toEqual({ ...user.user, email_verified: true });
    await expect(verify(token)).rejects.toMatchObject(refusal);
  });

  test('of ten uses of one link at once, one counts', async () => {
    const user = await app.createTestUser({ verified: false });
    const token = app.mail.lastTokenTo(user.email);
    const settled = await Promise.allSettled(Array.from({ length: 10 }, () => verify(token)));
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a link works until its 24 hours are over', async () => {
    const [early, late] = [await app.createTestUser({ verified: false }), await app.createTestUser({ verified: false })];
    app.clock.advance(24 * 3600 - 1);
    await verify(app.mail.lastTokenTo(early.email));
    app.clock.advance(1);
    await expect(verify(app.mail.lastTokenTo(late.email))).rejects.toMatchObject(refusal);
    await expect(verify('unknown')).rejects.toMatchObject(refusal);
  });

  test('a newer link makes the older one void', async () => {
    const user = await app.createTestUser({ verified: false });
    const older = app.mail.lastTokenTo(user.email);
    await resendVerification(await app.contextOf(), { email: user.email });
    await app.core.deliverMail();
    await expect(verify(older)).rejects.toMatchObject(refusal);
    await verify(app.mail.lastTokenTo(user.email));
  });

  test('tokens are stored as hashes', async () => {
    const user = await app.createTestUser({ verified: false });
    const token = await app.core.orm.em.fork().findOneOrFail(EmailToken, { user: user.id });
    expect(token.tokenHash).toMatch(/^[\w-]{43}$/);
    expect(token.tokenHash).not.toBe(app.mail.lastTokenTo(user.email));
  });

  test('the address of ADMIN_EMAIL becomes an administrator on verification, not before', async () => {
    const root = await app.createTestUser({ verified: false, email: 'root@example.com' });
    expect((await me(root)).roles).toEqual([]);
    await verify(app.mail.lastTokenTo(root.email));
    expect((await me(root)).roles).toEqual([{ id: expect.any(String), name: 'admin' }]);
    expect((await app.contextOf(authorizationOf(root))).actor?.user.roles).toEqual(['admin']);
  });
});
