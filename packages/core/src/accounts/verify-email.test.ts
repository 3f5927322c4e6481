import { operations, type AppError } from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDataset } from '../datasets/lifecycle/create-dataset.ts';
import { createFromText } from '../datasets/lifecycle/create-from-text.ts';
import { getShared } from '../datasets/sharing/get-shared.ts';
import { shareResult } from '../datasets/sharing/share-result.ts';
import { takeUploadLink } from '../datasets/lifecycle/take-upload-link.ts';
import { authorizationOf, createTestCore, type TestCore, type TestUser } from '../testing.ts';
import { databaseKinds } from '../testing-databases.ts';
import { getMe } from './get-me.ts';
import { login } from './login.ts';
import { resendVerification } from './resend-verification.ts';
import { EmailToken } from '../users/session.entity.ts';
import { verifyEmail, verifyMyEmail } from './verify-email.ts';

const refusal = {
  code: 'invalid_input',
  message: 'This verification link is invalid or has expired. Request a new one.',
};

describe.each(databaseKinds)('verify e-mail on %s', (kind) => {
  let app: TestCore;
  beforeAll(async () => {
    app = await createTestCore(kind);
  });
  afterAll(() => app.close());

  const verify = async (token: string, password: string) =>
    verifyEmail(await app.contextOf(), { token, password });
  const verifyMine = async (user: TestUser) =>
    verifyMyEmail(await app.contextOf(authorizationOf(user)), {
      token: app.mail.lastTokenTo(user.email),
    });
  const me = async (user: { accessToken: string }) =>
    getMe(await app.contextOf(authorizationOf(user)));

  test('confirms the address, once', async () => {
    const user = await app.createTestUser({ verified: false });
    const token = app.mail.lastTokenTo(user.email);
    expect((await me(user)).email_verified).toBe(false);
    await verifyMine(user);
    expect(await me(user)).toEqual({ ...user.user, email_verified: true });
    await expect(verifyMine(user)).rejects.toMatchObject(refusal);
    await expect(verify(token, user.password)).rejects.toMatchObject(refusal);
  });

  test('of ten uses of one link at once, one counts', async () => {
    const user = await app.createTestUser({ verified: false });
    const token = app.mail.lastTokenTo(user.email);
    const settled = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) =>
        i % 2 === 0 ? verifyMine(user) : verify(token, user.password),
      ),
    );
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('a link works until its 24 hours are over', async () => {
    const [early, late] = [
      await app.createTestUser({ verified: false }),
      await app.createTestUser({ verified: false }),
    ];
    app.clock.advance(24 * 3600 - 1);
    await verify(app.mail.lastTokenTo(early.email), early.password);
    app.clock.advance(1);
    await expect(verify(app.mail.lastTokenTo(late.email), late.password)).rejects.toMatchObject(
      refusal,
    );
    await expect(verify('unknown', late.password)).rejects.toMatchObject(refusal);
  });

  test('a newer link makes the older one void', async () => {
    const user = await app.createTestUser({ verified: false });
    const older = app.mail.lastTokenTo(user.email);
    await resendVerification(await app.contextOf(), { email: user.email });
    await app.core.deliverMail();
    await expect(verify(older, user.password)).rejects.toMatchObject(refusal);
    await verify(app.mail.lastTokenTo(user.email), user.password);
  });

  test('tokens are stored as hashes', async () => {
    const user = await app.createTestUser({ verified: false });
    const token = await app.core.orm.em.fork().findOneOrFail(EmailToken, { user: user.id });
    expect(token.tokenHash).toMatch(/^[\w-]{43}$/);
    expect(token.tokenHash).not.toBe(app.mail.lastTokenTo(user.email));
  });

  /** Everything by which an account can be reached, made by `user`'s session. */
  async function openDoors(
    user: TestUser,
  ): Promise<{ session: string; upload: string; shared: string }> {
    const as = () => app.contextOf(authorizationOf(user));
    const { id } = await createDataset(await as(), {
      file: await app.receive('x,g\n1,a\n2,b\n3,a\n5,b\n4,a\n7,b\n6,a\n9,b\n8,a\n4,b\n'),
      review: false,
    });
    const question = {
      operation: 'compare_groups',
      options: { method: 'mann_whitney', value: 'x', group: 'g', groups: ['a', 'b'] },
    };
    const share = await shareResult(
      await as(),
      operations.datasets.share.input.parse({ id, question }),
    );
    const link = await createFromText(await as(), { name: 'later.csv' });
    return {
      session: user.accessToken,
      upload: link.upload_url?.split('/').at(-1) ?? '',
      shared: share.url.split('/').at(-1) ?? '',
    };
  }
  async function stillOpen({
    session,
    upload,
    shared,
  }: Awaited<ReturnType<typeof openDoors>>): Promise<Record<string, boolean>> {
    const works = (work: Promise<unknown>) =>
      work.then(
        () => true,
        () => false,
      );
    return {
      session: await works(app.contextOf({ authorization: `Bearer ${session}` })),
      shared: await works(getShared(await app.contextOf(), { token: shared })),
      upload: await works(takeUploadLink(await app.contextOf(), upload)),
    };
  }

  test('somebody who registered the address of another person cannot get it verified, no matter who opens the link', async () => {
    const attacker = await app.createTestUser({ verified: false });
    const token = app.mail.lastTokenTo(attacker.email);
    // The owner of the mailbox knows no password of this account.
    await expect(verify(token, 'the own password of the owner')).rejects.toMatchObject({
      code: 'forbidden',
      message: 'This is not the password of the account.',
    });
    expect((await me(attacker)).email_verified).toBe(false);
    await verify(token, attacker.password);
    await expect(me(attacker)).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  test('from the session that registered nothing ends; with the password elsewhere everything from before does', async () => {
    const [here, elsewhere] = [
      await app.createTestUser({ verified: false, tier: 'paid' }),
      await app.createTestUser({ verified: false, tier: 'paid' }),
    ];
    const [kept, ended] = [await openDoors(here), await openDoors(elsewhere)];
    await verifyMine(here);
    expect(await stillOpen(kept)).toEqual({ session: true, shared: true, upload: true });
    await verify(app.mail.lastTokenTo(elsewhere.email), elsewhere.password);
    expect(await stillOpen(ended)).toEqual({ session: false, shared: false, upload: false });
    expect(
      (await login(await app.contextOf(), { email: elsewhere.email, password: elsewhere.password }))
        .user.email_verified,
    ).toBe(true);
  });

  test('from a later session that one alone stays', async () => {
    const user = await app.createTestUser({ verified: false, tier: 'paid' });
    const before = await openDoors(user);
    app.clock.advance(1);
    const later = await login(await app.contextOf(), {
      email: user.email,
      password: user.password,
    });
    await verifyMyEmail(await app.contextOf({ authorization: `Bearer ${later.access_token}` }), {
      token: app.mail.lastTokenTo(user.email),
    });
    expect((await me({ accessToken: later.access_token })).email_verified).toBe(true);
    expect(await stillOpen(before)).toEqual({ session: false, shared: false, upload: false });
  });

  test('a session verifies the address of its own account alone', async () => {
    const [one, other] = [
      await app.createTestUser({ verified: false }),
      await app.createTestUser({ verified: false }),
    ];
    const token = app.mail.lastTokenTo(other.email);
    await expect(
      verifyMyEmail(await app.contextOf(authorizationOf(one)), { token }),
    ).rejects.toMatchObject({
      code: 'forbidden',
      message: 'This link is for another account than the one you are signed in to.',
    });
    await expect(verifyMyEmail(await app.contextOf(), { token })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    expect([(await me(one)).email_verified, (await me(other)).email_verified]).toEqual([
      false,
      false,
    ]);
  });

  test('passwords cannot be tried out with a link', async () => {
    const strict = await createTestCore(kind, { throttleScale: 1 });
    const user = await strict.createTestUser({ verified: false });
    const token = strict.mail.lastTokenTo(user.email);
    const attempt = async () =>
      verifyEmail(await strict.contextOf(), { token, password: 'a guess' }).catch(
        ({ code }: AppError) => code,
      );
    const codes: unknown[] = [];
    for (let i = 0; i < 11; i++) codes.push(await attempt());
    expect(codes).toEqual([...Array(10).fill('forbidden'), 'rate_limited']);
    await strict.close();
  });
});
