import { operations } from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grantAgent } from '../agents/grant-agent.ts';
import { listAgents } from '../agents/list-agents.ts';
import { createDataset } from '../datasets/lifecycle/create-dataset.ts';
import { createFromText } from '../datasets/lifecycle/create-from-text.ts';
import { getShared } from '../datasets/sharing/get-shared.ts';
import { shareResult } from '../datasets/sharing/share-result.ts';
import { takeUploadLink } from '../datasets/lifecycle/take-upload-link.ts';
import { authorizationOf, createTestCore, type TestCore, type TestUser } from '../testing.ts';
import { databaseKinds } from '../testing-databases.ts';
import { forgotPassword } from './forgot-password.ts';
import { getMe } from './get-me.ts';
import { login } from './login.ts';
import { regenerateApiKey } from './regenerate-api-key.ts';
import { resendVerification } from './resend-verification.ts';
import { resetPassword } from './reset-password.ts';
import { updateMe } from './update-me.ts';
import { verifyMyEmail } from './verify-email.ts';
import { verifyPassword } from './verify-password.ts';

const password = 'a brand new secret 42';
const refusal = {
  code: 'invalid_input',
  message: 'Invalid or missing reset token. Please request a new password reset link.',
};

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

  test.runIf(kind === 'PostgreSQL')(
    'a log-in with the old password that is on its way opens no session',
    async () => {
      const user = await app.createTestUser();
      const em = app.core.orm.em.fork();
      const late = await em.transactional(async (inner) => {
        await inner.execute('select 1 from user_account where id = ? for update', [user.id]);
        const entering = login(await app.contextOf(), {
          email: user.email,
          password: user.password,
        }).catch((error: unknown) => error);
        // It has checked the password, and waits for the row that the change of the password holds.
        await expect
          .poll(
            async () =>
              (
                await app.core.orm.em
                  .fork()
                  .execute(
                    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
                  )
              ).length,
          )
          .toBe(1);
        await inner.execute(`update user_account set password_hash = 'another' where id = ?`, [
          user.id,
        ]);
        await inner.execute('update session set revoked_at = ? where user_id = ?', [
          app.clock.now(),
          user.id,
        ]);
        return { entering };
      });
      expect(await late.entering).toMatchObject({ code: 'invalid_credentials' });
      expect(
        await em.execute('select 1 from session where user_id = ? and revoked_at is null', [
          user.id,
        ]),
      ).toEqual([]);
    },
  );

  test('is chosen again by the mailed link, once; every session ends and a notice follows', async () => {
    const user = await app.createTestUser();
    const token = await askFor(user);
    expect(app.mail.sent.at(-1)).toMatchObject({
      to: user.email,
      subject: 'Reset your password',
      text: expect.stringContaining(`http://localhost:3000/app/reset-password?token=${token}\n`),
    });
    expect(await reset(token)).toEqual({
      message: 'Your password has been reset successfully. Please log in with your new password.',
    });
    await expect(app.contextOf(authorizationOf(user))).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    await expect(
      login(await app.contextOf(), { email: user.email, password: user.password }),
    ).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect((await login(await app.contextOf(), { email: user.email, password })).user.email).toBe(
      user.email,
    );
    await app.core.deliverMail();
    expect(app.mail.sent.at(-1)).toMatchObject({
      to: user.email,
      subject: 'Your password was changed',
    });
    await expect(reset(token)).rejects.toMatchObject(refusal);
  });

  test('ends the key, agents, upload links and shared results that somebody made before, and says so by mail', async () => {
    const user = await app.createTestUser({ tier: 'paid' });
    const as = () => app.contextOf(authorizationOf(user));
    const { id } = await createDataset(await as(), {
      file: await app.receive('x,g\n1,a\n2,b\n3,a\n5,b\n4,a\n7,b\n6,a\n9,b\n8,a\n4,b\n'),
      review: false,
    });
    const share = await shareResult(
      await as(),
      operations.datasets.share.input.parse({
        id,
        question: {
          operation: 'compare_groups',
          options: { method: 'mann_whitney', value: 'x', group: 'g', groups: ['a', 'b'] },
        },
      }),
    );
    const link = await createFromText(await as(), { name: 'later.csv' });
    await grantAgent(await as(), {
      id: 'grant',
      clientId: 'client',
      clientName: 'See http://evil.example',
      redirectHost: 'evil.example',
      scopes: ['read'],
      datasetIds: null,
      aggregatesOnly: false,
    });
    const token = await askFor(user);
    const notice = app.mail.sent.find(
      ({ to, subject }) =>
        to === user.email && subject === 'An agent was connected to your account',
    );
    expect(`${notice?.text} ${notice?.html}`).toContain('/app/profile?tab=apikey');
    expect(`${notice?.text} ${notice?.html}`).not.toContain('evil.example');
    await reset(token);
    await expect(app.contextOf({ apiKey: user.apiKey ?? '' })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    await expect(
      getShared(await app.contextOf(), { token: share.url.split('/').at(-1) ?? '' }),
    ).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      takeUploadLink(await app.contextOf(), link.upload_url?.split('/').at(-1) ?? ''),
    ).rejects.toMatchObject({ code: 'not_found' });
    const owner = await login(await app.contextOf(), { email: user.email, password });
    const now = () => app.contextOf({ authorization: `Bearer ${owner.access_token}` });
    expect([(await listAgents(await now())).total, owner.user.api_key]).toEqual([0, null]);
    await app.core.deliverMail();
    expect(app.mail.sent.at(-1)?.text).toContain(
      'and the API keys, connected agents, upload links and shared results have ended',
    );
  });

  test('a key that is being made while the password is reset is gone or refused, never left over', async () => {
    for (let i = 0; i < 5; i++) {
      const user = await app.createTestUser();
      const token = await askFor(user);
      const thief = await app.contextOf(authorizationOf(user));
      const [, made] = await Promise.allSettled([reset(token), regenerateApiKey(thief)]);
      if (made.status === 'rejected')
        expect(made.reason).toMatchObject({ code: 'unauthenticated' });
      else
        await expect(app.contextOf({ apiKey: made.value.api_key })).rejects.toMatchObject({
          code: 'unauthenticated',
        });
    }
  });

  test('of twenty uses of one link at once, one counts', async () => {
    const token = await askFor(await app.createTestUser());
    const settled = await Promise.allSettled(Array.from({ length: 20 }, () => reset(token)));
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a link works for an hour, and until a newer one is sent', async () => {
    const user = await app.createTestUser();
    const first = await askFor(user);
    const second = await askFor(user);
    await expect(reset(first)).rejects.toMatchObject(refusal);
    app.clock.advance(3600);
    await expect(reset(second)).rejects.toMatchObject(refusal);
  });

  test.each([false, true])(
    'a link ends with the password it was to replace, when that is changed with end_access %s',
    async (end_access) => {
      const user = await app.createTestUser();
      const token = await askFor(user);
      await verifyPassword(await app.contextOf(authorizationOf(user)), {
        password: user.password,
      });
      await updateMe(await app.contextOf(authorizationOf(user)), {
        password: 'changed by its owner 9',
        end_access,
      });
      await expect(reset(token)).rejects.toMatchObject(refusal);
      const enter = async (typed: string) =>
        login(await app.contextOf(), { email: user.email, password: typed });
      await expect(enter(password)).rejects.toMatchObject({ code: 'invalid_credentials' });
      expect((await enter('changed by its owner 9')).user.email).toBe(user.email);
      // The owner can ask for another.
      await reset(await askFor(user));
      expect((await enter(password)).user.email).toBe(user.email);
    },
  );

  test('a link to verify the address stays when the password is changed', async () => {
    const user = await app.createTestUser({ verified: false });
    const token = app.mail.lastTokenTo(user.email);
    await verifyPassword(await app.contextOf(authorizationOf(user)), {
      password: user.password,
    });
    await updateMe(await app.contextOf(authorizationOf(user)), { password });
    await verifyMyEmail(await app.contextOf(authorizationOf(user)), { token });
    expect((await getMe(await app.contextOf(authorizationOf(user)))).email_verified).toBe(true);
  });

  test('asked for an address that nobody has, answers alike and sends nothing', async () => {
    const before = app.mail.sent.length;
    const user = await app.createTestUser();
    const [known, unknown] = [
      await forgotPassword(await app.contextOf(), { email: user.email }),
      await forgotPassword(await app.contextOf(), { email: 'nobody@example.com' }),
    ];
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
    await expect(again('Someone@example.com')).rejects.toMatchObject({
      code: 'rate_limited',
      details: { retry_after: 60 },
    });
    strict.clock.advance(60);
    await again('someone@example.com');
    await strict.close();
    await app.core.deliverMail();
    expect((await getMe(await app.contextOf(authorizationOf(user)))).email_verified).toBe(false);
    expect(
      app.mail.sent.filter(
        ({ to, subject }) => to === user.email && subject === 'Verify your email address',
      ),
    ).toHaveLength(2);
  });
});
