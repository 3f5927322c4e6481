import { operations } from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestCore, type TestCore } from '../testing.ts';
import { databaseKinds } from '../testing-databases.ts';
import { deleteAccount } from './delete-account.ts';
import { forgotPassword } from './forgot-password.ts';
import { getMe } from './get-me.ts';
import { register } from './register.ts';
import { User } from '../users/user.entity.ts';
import { verifyMyEmail } from './verify-email.ts';

describe.each(databaseKinds)('register on %s', (kind) => {
  let app: TestCore;
  beforeAll(async () => {
    app = await createTestCore(kind);
  });
  afterAll(() => app.close());

  const ada = {
    email: 'Ada.Lovelace@Example.com',
    password: 'notes on the engine',
    full_name: 'Ada Lovelace',
  };

  test('creates an account, signs it in and mails a link that works for a day', async () => {
    const answer = await register(await app.contextOf(), ada);
    expect(answer).toEqual({
      access_token: expect.stringMatching(/^eyJ[\w-]+\.[\w-]+\.[\w-]{43}$/),
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      full_name: 'Ada Lovelace',
      user: {
        id: expect.stringMatching(
          /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
        ),
        email: 'Ada.Lovelace@Example.com',
        full_name: 'Ada Lovelace',
        email_verified: false,
        api_key: null,
        subscription_tier: 'free',
        api_calls: 0,
        is_active: true,
        created_at: '2026-11-20T12:00:00.000Z',
        roles: [],
      },
    });
    expect(
      await getMe(await app.contextOf({ authorization: `Bearer ${answer.access_token}` })),
    ).toEqual(answer.user);
    const stored = await app.core.orm.em.fork().findOneOrFail(User, { id: answer.user.id });
    expect(stored.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);

    await app.core.deliverMail();
    expect(app.mail.sent).toEqual([
      {
        to: 'Ada.Lovelace@Example.com',
        subject: 'Verify your email address',
        text: expect.stringMatching(
          /\nhttp:\/\/localhost:3000\/api\/v1\/auth\/verify-email\?token=[\w-]{43}\n/,
        ),
        html: expect.stringMatching(
          /<a href="http:\/\/localhost:3000\/api\/v1\/auth\/verify-email\?token=[\w-]{43}"/,
        ),
      },
    ]);
  });

  test('refuses an address that is taken, whatever its case', async () => {
    await expect(
      register(await app.contextOf(), { ...ada, email: 'ADA.LOVELACE@EXAMPLE.COM' }),
    ).rejects.toMatchObject({
      code: 'email_taken',
      message: 'An account with this email already exists.',
    });
  });

  test('of ten registrations of one address at once, one wins', async () => {
    const contexts = await Promise.all(Array.from({ length: 10 }, () => app.contextOf()));
    const settled = await Promise.allSettled(
      contexts.map((ctx) => register(ctx, { ...ada, email: 'race@example.com' })),
    );
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(settled.flatMap((one) => (one.status === 'rejected' ? one.reason.code : []))).toEqual(
      Array(9).fill('email_taken'),
    );
    expect(await app.core.orm.em.fork().count(User, { emailKey: 'race@example.com' })).toBe(1);
  });

  test.each(['password', 'PASSWORD1', 'Qwerty123', '12345678'])(
    'refuses the common password %s',
    async (password) => {
      await expect(
        register(await app.contextOf(), { ...ada, email: 'common@example.com', password }),
      ).rejects.toMatchObject({
        code: 'invalid_input',
        message: 'This password is one of the most common ones. Choose another.',
        details: { errors: [{ field: 'password', message: 'Too common: choose another.' }] },
      });
    },
  );

  test('a password has 8 to 128 characters, an emoji being one', () => {
    const messageFor = (password: string) =>
      operations.auth.register.input
        .safeParse({ ...ada, password })
        .error?.issues.map(({ message }) => message);
    expect([messageFor('🐎'.repeat(7)), messageFor('1234567')]).toEqual([
      ['Must be at least 8 characters'],
      ['Must be at least 8 characters'],
    ]);
    expect([messageFor('🐎'.repeat(8)), messageFor('🐎'.repeat(128))]).toEqual([
      undefined,
      undefined,
    ]);
    expect([messageFor('🐎'.repeat(129)), messageFor('x'.repeat(129))]).toEqual([
      ['Must be at most 128 characters'],
      ['Must be at most 128 characters'],
    ]);
  });

  test('keeps the account when the mail server is down', async () => {
    app.mail.down = true;
    const answer = await register(await app.contextOf(), {
      ...ada,
      email: 'unreached@example.com',
    });
    await app.core.deliverMail();
    app.mail.down = false;
    expect(answer.user.email).toBe('unreached@example.com');
    expect(app.mail.sent.filter(({ to }) => to === 'unreached@example.com')).toEqual([]);
    app.clock.advance(5);
    await app.core.deliverMail();
    expect(app.mail.sent.filter(({ to }) => to === 'unreached@example.com')).toHaveLength(1);
  });

  test('no message to an address that is not verified holds the name that somebody registered with', async () => {
    const email = 'stranger@example.com';
    const { access_token: access } = await register(await app.contextOf(), {
      ...ada,
      email,
      full_name: 'You won, see http://evil.example',
    });
    await forgotPassword(await app.contextOf(), { email });
    await app.core.deliverMail();
    await deleteAccount(await app.contextOf({ authorization: `Bearer ${access}` }), {
      email,
      password: ada.password,
    });
    await app.core.deliverMail();
    const messages = app.mail.sent.filter(({ to }) => to === email);
    expect(messages.map(({ subject }) => subject)).toEqual([
      'Verify your email address',
      'Reset your password',
      'Your account was deleted',
    ]);
    for (const { text, html } of messages) {
      expect(text).toMatch(/^Hello,\n/);
      expect(html).toContain('<p>Hello,</p>');
      expect(text + html).not.toContain('evil.example');
    }
  });

  test('a name cannot inject markup into the message of a verified address', async () => {
    const email = 'markup@example.com';
    const { access_token: access } = await register(await app.contextOf(), {
      ...ada,
      email,
      full_name: '<img src=x>"&',
    });
    await app.core.deliverMail();
    await verifyMyEmail(await app.contextOf({ authorization: `Bearer ${access}` }), {
      token: app.mail.lastTokenTo(email),
    });
    await forgotPassword(await app.contextOf(), { email });
    await app.core.deliverMail();
    expect(app.mail.sent.at(-1)?.html).toContain('<p>Hello &#60;img src=x&#62;&#34;&#38;,</p>');
  });
});
