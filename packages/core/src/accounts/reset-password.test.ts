import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorizationOf, createTestCore, databaseKinds, type TestCore, type TestUser } from '../testing.ts';
import { forgotPassword } from './forgot-password.ts';
import { getMe } from './get-me.ts';
import { login } from './login.ts';
import { resendVerification } from './resend-verification.ts';
import { resetPassword } from './reset-password.ts';

const password = 'a brand new secret 42';
const refusal = { code: 'invalid_input', message: 'Invalid or missing reset token. Please request a new password reset link.' };

describe.each(databaseKinds)('a forgotten password on %s', (kind) => {
  let app: TestCore;
  beforeAll(async () => {
    app = await createTestCore(kind);
  });
  afterAll(() => app.close());

  async function askFor(user: TestUser): Promise<string> {
    await forgotPassword(await app.contextOf(), { email: user.email.toUpperCase() });
    await app.core.deliverMail();
    return app.mail.lastTokenTo(user.email);
  }
  const reset = async (token: string) => resetPassword(await app.contextOf(), { token, password });

  test('is chosen anew by the mailed link, once; every session ends and a notice follows', async () => {
    const user = await app.createTestUser();
    const token = await askFor(user);
    expect(app.mail.sent.at(-1)).toMatchObject({ to: user.email, subject: 'Reset your password', text: expect.stringContaining(`http://localhost:3000/app/reset-password?token=${token}\n`) });
    expect(await reset(token)).toEqual({ message: 'Your password has been reset successfully. Please log in with your new password.' });
    await expect(app.contextOf(authorizationOf(user))).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(login(await app.contextOf(), { email: user.email, password: user.password })).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect((await login(await app.contextOf(), { email: user.email, password })).user.email).toBe(user.email);
    await app.core.deliverMail();
    expect(app.mail.sent.at(-1)).toMatchObject({ to: user.email, subject: 'Your password was changed' });
    await expect(reset(token)).rejects.toMatchObject(refusal);
  });

  test('of twenty uses of one link at once, one counts', async () => {
    const token = await askFor(await app.createTestUser());
    const settled = await Promise.allSettled(Array.from({ length: 20 }, () => reset(token)));
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  }, 30_000);

  test('a link works for an hour, and until a newer one is sent', async () => {
    const user = await app.createTestUser();
    const first = await askFor(user);
    const second = await askFor(user);
    await expect(reset(first)).rejects.toMatchObject(refusal);
    app.clock.advance(3600);
    await expect(reset(second)).rejects.toMatchObject(refusal);
  });

  test('asked for an address that nobody has, answers alike and sends nothing', async () => {
    const before = app.mail.sent.length;
    const user = await app.createTestUser();
    const [known, unknown] = [await forgotPassword(await app.contextOf(), { email: user.email }), await forgotPassword(await app.contextOf(), { email: 'nobody@example.com' })];
    expect(unknown).toEqual(known);
    await app.core.deliverMail();
    expect(app.mail.sent.slice(before).filter(({ to }) => to === 'nobody@example.com')).toEqual([]);
  });

  test('the verification link is sent again once a minute, alike for every address', async () => {
    const user = await app.createTestUser({ verified: false });
    for (const email of [user.email, 'nobody-at-all@example.com']) {
      const answer = { message: 'Verification email has been sent.' };
      expect(await resendVerification(await app.contextOf(), { email })).toEqual(answer);
    }
    const strict = await createTestCore(kind, { throttleScale: 1 });
    const again = async (email: string) => resendVerification(await strict.contextOf(), { email });
    await again('someone@example.com');
    await expect(again('Someone@example.com')).rejects.toMatchObject({ code: 'rate_limited', details: { retry_after: 60 } });
    strict.clock.advance(60);
    await again('someone@example.com');
    await strict.close();
    await app.core.deliverMail();
    expect((await getMe(await app.contextOf(authorizationOf(user)))).email_verified).toBe(false);
    expect(app.mail.sent.filter(({ to, subject }) => to === user.email && subject === 'Verify your email address')).toHaveLength(2);
  });
});
