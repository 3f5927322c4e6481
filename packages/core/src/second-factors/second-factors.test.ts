import type { AuthResponse, SecondFactor } from '@columnist/contract';
import { buffer } from 'node:stream/consumers';
import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { exportData } from '../accounts/export-data.ts';
import { getMe } from '../accounts/get-me.ts';
import { login } from '../accounts/login.ts';
import { resetPassword } from '../accounts/reset-password.ts';
import { forgotPassword } from '../accounts/forgot-password.ts';
import { setActive } from '../admin/set-active.ts';
import { grantRole } from '../accounts/grant-role.ts';
import { updateMe } from '../accounts/update-me.ts';
import { verifyPassword } from '../accounts/verify-password.ts';
import { AuditEntry } from '../audit/audit-entry.entity.ts';
import {
  authorizationOf,
  createTestCore,
  usualDatabase,
  type TestCore,
  type TestUser,
} from '../testing.ts';
import { databaseKinds } from '../testing-databases.ts';
import { textInZip } from '../testing-zip.ts';
import { addPasskey } from './add-passkey.ts';
import { completeLogin } from './complete-login.ts';
import { confirmTotp } from './confirm-totp.ts';
import { confirmWithPasskey } from './confirm-with-passkey.ts';
import { getSecondFactors } from './get-second-factors.ts';
import { remakeRecoveryCodes } from './remake-recovery-codes.ts';
import { removeFactors } from './remove-factors.ts';
import { removePasskey } from './remove-passkey.ts';
import { removeTotp } from './remove-totp.ts';
import { startPasskeyConfirmation } from './start-passkey-confirmation.ts';
import { startPasskeyLogin } from './start-passkey-login.ts';
import { startPasskey } from './start-passkey.ts';
import { startTotp } from './start-totp.ts';
import { Passkey, TotpSecret } from '../users/second-factor.entity.ts';
import { createTestAuthenticator } from './testing-authenticator.ts';

const origin = 'http://localhost:3000';
const required = z.object({
  code: z.literal('second_factor_required'),
  message: z.string(),
  details: z.object({ ticket: z.string(), factors: z.array(z.string()) }),
});

describe.each(databaseKinds)('second factors on %s', (kind) => {
  let app: TestCore;
  beforeAll(async () => {
    app = await createTestCore(kind);
  });
  afterAll(() => app.close());

  const as = (user: { accessToken: string }) => app.contextOf(authorizationOf(user));
  const codeOf = (secret: string, secondsAhead = 0) =>
    generate({ secret, epoch: Math.floor(app.clock.now().getTime() / 1000) + secondsAhead });
  const passwordStep = async (
    user: Pick<TestUser, 'email' | 'password'>,
  ): Promise<{ ticket: string; factors: string[] }> => {
    const refusal: unknown = await login(await app.contextOf(), {
      email: user.email,
      password: user.password,
    }).then(
      () => null,
      (error: unknown) => error,
    );
    return required.parse(refusal).details;
  };
  const complete = async (
    ticket: string,
    given: Omit<Parameters<typeof completeLogin>[1], 'ticket'>,
  ): Promise<AuthResponse> => completeLogin(await app.contextOf(), { ticket, ...given });
  const withTotp = async () => {
    const user = await app.createTestUser();
    const { secret, uri } = await startTotp(await as(user));
    const { recovery_codes: codes } = await confirmTotp(await as(user), {
      code: await codeOf(secret),
    });
    // The code that confirmed it is used up.
    app.clock.advance(30);
    return { ...user, secret, uri, codes: codes ?? [] };
  };
  const withPasskey = async (user: TestUser) => {
    const device = createTestAuthenticator();
    const options = await startPasskey(await as(user));
    const added = await addPasskey(await as(user), {
      name: 'Laptop',
      passkey: device.create(options, origin),
    });
    return { device, options, added };
  };
  const auditOf = async (email: string) =>
    (
      await app.core.orm.em
        .fork()
        .find(AuditEntry, { subjectEmail: email }, { orderBy: { id: 'asc' } })
    ).map(({ action, outcome, target, details }) =>
      [action, outcome, ...Object.values(details), target]
        .filter((part) => part !== null)
        .join(' '),
    );
  const subjects = new Set([
    'Your second factors were changed',
    'A recovery code of your account was used',
  ]);
  const mailsTo = async (email: string): Promise<string[]> => {
    await app.core.deliverMail();
    return app.mail.sent
      .filter(({ to, subject }) => to === email && subjects.has(subject))
      .map(({ text }) => /\n\n([^:\n]+): your Columnist account/.exec(text)?.[1] ?? text);
  };

  test('an authenticator app counts from its first code on; then the password alone opens nothing', async () => {
    const user = await app.createTestUser();
    expect(await getSecondFactors(await as(user))).toEqual({
      totp: null,
      passkeys: [],
      recovery_codes_left: 0,
      required: false,
      passkeys_at: origin,
    });
    const { secret, uri } = await startTotp(await as(user));
    expect(uri).toBe(
      `otpauth://totp/Columnist:${encodeURIComponent(user.email)}?secret=${secret}&issuer=Columnist`,
    );
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    // Not confirmed: nothing has changed.
    expect(
      (await login(await app.contextOf(), { email: user.email, password: user.password })).user.id,
    ).toBe(user.id);
    await expect(confirmTotp(await as(user), { code: '000000' })).rejects.toMatchObject({
      code: 'invalid_input',
      details: { errors: [{ field: 'code' }] },
    });
    const { recovery_codes: codes } = await confirmTotp(await as(user), {
      code: await codeOf(secret),
    });
    expect(codes).toEqual(
      Array.from({ length: 10 }, () =>
        expect.stringMatching(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/),
      ),
    );
    expect(new Set(codes).size).toBe(10);
    expect(await getSecondFactors(await as(user))).toEqual({
      totp: { created_at: app.clock.now().toISOString(), last_used_at: null },
      passkeys: [],
      recovery_codes_left: 10,
      required: false,
      passkeys_at: origin,
    });
    await expect(startTotp(await as(user))).rejects.toMatchObject({ code: 'conflict' });

    await expect(
      login(await app.contextOf(), { email: user.email, password: 'wrong' }),
    ).rejects.toMatchObject({ code: 'invalid_credentials' });
    const { ticket, factors } = await passwordStep(user);
    expect(factors).toEqual(['totp', 'recovery_code'] satisfies SecondFactor[]);
    app.clock.advance(30);
    const answer = await complete(ticket, { code: await codeOf(secret) });
    expect(Object.keys(answer).toSorted()).toEqual(['access_token', 'refresh_token', 'user']);
    expect(
      await getMe(await app.contextOf({ authorization: `Bearer ${answer.access_token}` })),
    ).toEqual(answer.user);
    // The code that set it up was no use of it; this one was.
    expect((await getSecondFactors(await as(user))).totp).toEqual({
      created_at: new Date(app.clock.now().getTime() - 30_000).toISOString(),
      last_used_at: app.clock.now().toISOString(),
    });
    expect(await auditOf(user.email)).toEqual([
      'auth.confirmTotp done totp_added',
      'auth.askSecondFactor done',
    ]);
    expect(await mailsTo(user.email)).toEqual(['An authenticator app was added']);
  });

  test('a code is taken within half a minute of its time, and each once, also of two at the same time', async () => {
    const user = await withTotp();
    const first = await codeOf(user.secret, -30);
    const refused = {
      code: 'second_factor_failed',
      message: 'This code is not right. Codes change every 30 seconds, and each works once.',
    };
    // That step confirmed the app.
    await expect(
      complete((await passwordStep(user)).ticket, { code: first }),
    ).rejects.toMatchObject(refused);
    app.clock.advance(300);
    for (const seconds of [-60, 60])
      await expect(
        complete((await passwordStep(user)).ticket, { code: await codeOf(user.secret, seconds) }),
      ).rejects.toMatchObject(refused);
    const tickets = [await passwordStep(user), await passwordStep(user)];
    const early = await codeOf(user.secret, -30);
    const outcomes = await Promise.allSettled(
      tickets.map(({ ticket }) => complete(ticket, { code: early })),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(
      complete((await passwordStep(user)).ticket, { code: early }),
    ).rejects.toMatchObject(refused);
    // Typed with a space, and a step ahead: those behind it are used up with it.
    const ahead = await codeOf(user.secret, 30);
    await complete((await passwordStep(user)).ticket, {
      code: `${ahead.slice(0, 3)} ${ahead.slice(3)}`,
    });
    await expect(
      complete((await passwordStep(user)).ticket, { code: await codeOf(user.secret) }),
    ).rejects.toMatchObject(refused);
  });

  test('recovery codes work once each, and no more once others are made', async () => {
    const user = await withTotp();
    const [one = '', two = '', three = ''] = user.codes;
    await complete((await passwordStep(user)).ticket, { recovery_code: one });
    await expect(
      complete((await passwordStep(user)).ticket, { recovery_code: one }),
    ).rejects.toMatchObject({
      code: 'second_factor_failed',
      message: 'This recovery code is not right, or was used before.',
    });
    // However it was written down.
    await complete((await passwordStep(user)).ticket, {
      recovery_code: two.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O'),
    });
    expect((await getSecondFactors(await as(user))).recovery_codes_left).toBe(8);
    // Of two log-ins at the same time with one code, one is let in.
    const at = [await passwordStep(user), await passwordStep(user), await passwordStep(user)];
    const raced = await Promise.allSettled(
      at.map(({ ticket }) => complete(ticket, { recovery_code: user.codes[5] ?? '' })),
    );
    expect(raced.map(({ status }) => status).toSorted()).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    expect((await getSecondFactors(await as(user))).recovery_codes_left).toBe(7);
    const { recovery_codes: others } = await remakeRecoveryCodes(await as(user));
    expect(others).toHaveLength(10);
    await expect(
      complete((await passwordStep(user)).ticket, { recovery_code: three }),
    ).rejects.toMatchObject({ code: 'second_factor_failed' });
    await complete((await passwordStep(user)).ticket, { recovery_code: others[9] ?? '' });
    expect(await mailsTo(user.email)).toEqual([
      'An authenticator app was added',
      'A recovery code was used to log in',
      'A recovery code was used to log in',
      'A recovery code was used to log in',
      'New recovery codes were made, and those before work no more',
      'A recovery code was used to log in',
    ]);
    expect(await auditOf(user.email)).toEqual([
      'auth.confirmTotp done totp_added',
      'auth.askSecondFactor done',
      'auth.askSecondFactor done',
      'auth.completeLogin denied second_factor_failed recovery_code This recovery code is not right, or was used before.',
      'auth.askSecondFactor done',
      'auth.askSecondFactor done',
      'auth.askSecondFactor done',
      'auth.askSecondFactor done',
      'auth.completeLogin denied second_factor_failed recovery_code This recovery code is not right, or was used before.',
      'auth.completeLogin denied second_factor_failed recovery_code This recovery code is not right, or was used before.',
      'auth.remakeRecoveryCodes done recovery_codes_made',
      'auth.askSecondFactor done',
      'auth.completeLogin denied second_factor_failed recovery_code This recovery code is not right, or was used before.',
      'auth.askSecondFactor done',
    ]);
  });

  test('a ticket is for one account, one log-in, five attempts and ten minutes', async () => {
    const [user, other] = [await withTotp(), await withTotp()];
    const gone = {
      code: 'login_expired',
      message: 'This log-in has ended. Type your password again.',
    };
    const { ticket } = await passwordStep(user);
    // The code and the recovery code of another account.
    await expect(complete(ticket, { code: await codeOf(other.secret) })).rejects.toMatchObject({
      code: 'second_factor_failed',
    });
    await expect(complete(ticket, { recovery_code: other.codes[0] ?? '' })).rejects.toMatchObject({
      code: 'second_factor_failed',
    });
    await complete(ticket, { recovery_code: user.codes[0] ?? '' });
    await expect(complete(ticket, { recovery_code: user.codes[1] ?? '' })).rejects.toMatchObject(
      gone,
    );
    await expect(complete('a guess', { recovery_code: user.codes[1] ?? '' })).rejects.toMatchObject(
      gone,
    );
    await expect(
      startPasskeyLogin(await app.contextOf(), { ticket: 'a guess' }),
    ).rejects.toMatchObject(gone);

    const { ticket: tried } = await passwordStep(user);
    for (let i = 0; i < 5; i++)
      await expect(complete(tried, { code: '000000' })).rejects.toMatchObject({
        code: 'second_factor_failed',
      });
    await expect(complete(tried, { recovery_code: user.codes[1] ?? '' })).rejects.toMatchObject(
      gone,
    );

    const { ticket: late } = await passwordStep(user);
    app.clock.advance(600);
    await expect(complete(late, { recovery_code: user.codes[1] ?? '' })).rejects.toMatchObject(
      gone,
    );
    await complete((await passwordStep(user)).ticket, { recovery_code: user.codes[1] ?? '' });
  });

  test('a ticket ends with the password it was given for, and with the account', async () => {
    const user = await withTotp();
    const gone = { code: 'login_expired' };
    const { ticket: changed } = await passwordStep(user);
    await verifyPassword(await as(user), { password: user.password });
    await updateMe(await as(user), { password: 'another secret 77' });
    await expect(complete(changed, { recovery_code: user.codes[0] ?? '' })).rejects.toMatchObject(
      gone,
    );

    const { ticket: reset } = await passwordStep({ ...user, password: 'another secret 77' });
    await forgotPassword(await app.contextOf(), { email: user.email });
    await app.core.deliverMail();
    await resetPassword(await app.contextOf(), {
      token: app.mail.lastTokenTo(user.email),
      password: 'a third secret 77',
    });
    await expect(complete(reset, { recovery_code: user.codes[0] ?? '' })).rejects.toMatchObject(
      gone,
    );

    // The reset took no factor away.
    const { ticket: dead } = await passwordStep({ ...user, password: 'a third secret 77' });
    const admin = await app.createTestUser();
    await grantRole(app.core.orm.em.fork(), admin.email, 'admin');
    await setActive(await as(admin), { id: user.id, is_active: false });
    await expect(complete(dead, { recovery_code: user.codes[0] ?? '' })).rejects.toMatchObject(
      gone,
    );
  });

  test('are in what their owner takes away, with their dates and without a secret', async () => {
    const user = await withTotp();
    const { added } = await withPasskey(user);
    await complete((await passwordStep(user)).ticket, { recovery_code: user.codes[0] ?? '' });
    const zip = await buffer((await exportData(await as(user))).chunks);
    const text = textInZip(zip, 'second-factors.json');
    const now = app.clock.now().toISOString();
    const before = new Date(app.clock.now().getTime() - 30_000).toISOString();
    const code = { kind: 'recovery_code', name: null, created_at: before };
    const kept: unknown = JSON.parse(text);
    expect(kept).toEqual(
      expect.arrayContaining([
        { kind: 'totp', name: null, created_at: before, last_used_at: null },
        { kind: 'passkey', name: 'Laptop', created_at: now, last_used_at: null },
        { ...code, last_used_at: now },
        { ...code, last_used_at: null },
      ]),
    );
    expect(kept).toHaveLength(12);
    const [passkey] = await app.core.orm.em.fork().find(Passkey, { id: added.passkey.id });
    const [secret] = await app.core.orm.em.fork().find(TotpSecret, { user: user.id });
    for (const hidden of [
      user.secret,
      secret?.ciphertext ?? '',
      passkey?.publicKey ?? '',
      passkey?.credentialId ?? '',
      ...user.codes,
    ]) {
      expect(hidden).not.toBe('');
      expect(text).not.toContain(hidden);
    }
  });

  test('a passkey takes the second step; its answers are for one ticket, once', async () => {
    const user = await app.createTestUser();
    const { device, options, added } = await withPasskey(user);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Columnist' },
      user: { name: user.email },
      excludeCredentials: [],
    });
    expect(added).toEqual({
      passkey: {
        id: expect.any(String),
        name: 'Laptop',
        created_at: app.clock.now().toISOString(),
        last_used_at: null,
      },
      recovery_codes: expect.any(Array),
    });
    const refused = { code: 'second_factor_failed', message: 'This passkey was not accepted.' };
    const begin = async () => {
      const { ticket, factors } = await passwordStep(user);
      expect(factors).toEqual(['passkey', 'recovery_code']);
      return { ticket, options: await startPasskeyLogin(await app.contextOf(), { ticket }) };
    };
    const first = await begin();
    expect(first.options).toMatchObject({
      rpId: 'localhost',
      allowCredentials: [{ type: 'public-key', transports: ['internal'] }],
      userVerification: 'preferred',
    });
    const answer = device.get(first.options, origin);
    await complete(first.ticket, { passkey: answer });
    expect((await getSecondFactors(await as(user))).passkeys).toEqual([
      { ...added.passkey, last_used_at: app.clock.now().toISOString() },
    ]);

    // The same answer, the answer to another ticket's question, of another origin, of another
    // authenticator, of a copy, and a late one.
    const second = await begin();
    await expect(complete(second.ticket, { passkey: answer })).rejects.toMatchObject(refused);
    const third = await begin();
    await expect(
      complete(third.ticket, { passkey: device.get(second.options, origin) }),
    ).rejects.toMatchObject(refused);
    await expect(
      complete(third.ticket, { passkey: device.get(third.options, 'http://localhost:3001') }),
    ).rejects.toMatchObject(refused);
    await expect(
      complete(third.ticket, { passkey: createTestAuthenticator().get(third.options, origin) }),
    ).rejects.toMatchObject(refused);
    const fourth = await begin();
    device.counter = 0;
    await expect(
      complete(fourth.ticket, { passkey: device.get(fourth.options, origin) }),
    ).rejects.toMatchObject(refused);
    device.counter = 10;
    // What was asked is spent with the answer that was refused.
    await expect(
      complete(fourth.ticket, { passkey: device.get(fourth.options, origin) }),
    ).rejects.toMatchObject(refused);
    // Of one that is made for another name, and of one that forgot how much it has signed.
    const elsewhere = await begin();
    await expect(
      complete(elsewhere.ticket, {
        passkey: device.get({ ...elsewhere.options, rpId: 'columnist.example' }, origin),
      }),
    ).rejects.toMatchObject(refused);
    const forgetful = await begin();
    device.counter = -1;
    await expect(
      complete(forgetful.ticket, { passkey: device.get(forgetful.options, origin) }),
    ).rejects.toMatchObject(refused);
    device.counter = 20;
    const fifth = await begin();
    app.clock.advance(300);
    await expect(
      complete(fifth.ticket, { passkey: device.get(fifth.options, origin) }),
    ).rejects.toMatchObject(refused);
  });

  test('a passkey confirms in place of the password, where it knows its owner', async () => {
    const user = await app.createTestUser();
    const { device } = await withPasskey(user);
    app.clock.advance(300);
    const asked = {
      code: 'reauthentication_required',
      message: 'Confirm your current password first.',
    };
    await expect(updateMe(await as(user), { password: 'another secret 77' })).rejects.toMatchObject(
      asked,
    );
    const options = await startPasskeyConfirmation(await as(user));
    expect(options.userVerification).toBe('preferred');
    device.verifies = false;
    await expect(
      confirmWithPasskey(await as(user), { passkey: device.get(options, origin) }),
    ).rejects.toMatchObject({
      code: 'forbidden',
      message: 'This passkey does not ask who has it.',
      details: { fix: 'Type your password first, then use the passkey beside it.' },
    });
    await expect(updateMe(await as(user), { password: 'another secret 77' })).rejects.toMatchObject(
      asked,
    );
    const refused = { code: 'forbidden', message: 'This passkey was not accepted.' };
    device.verifies = true;
    const answer = device.get(await startPasskeyConfirmation(await as(user)), origin);
    const stranger = await app.createTestUser();
    await expect(confirmWithPasskey(await as(stranger), { passkey: answer })).rejects.toMatchObject(
      refused,
    );
    expect(await confirmWithPasskey(await as(user), { passkey: answer })).toEqual({ valid: true });
    await expect(confirmWithPasskey(await as(user), { passkey: answer })).rejects.toMatchObject(
      refused,
    );
    await updateMe(await as(user), { password: 'another secret 77' });
  });

  test('a passkey that shows possession alone confirms beside the password, and not beside a wrong one', async () => {
    const user = await app.createTestUser();
    const { device, added } = await withPasskey(user);
    app.clock.advance(300);
    device.verifies = false;
    const confirm = async (password: string) =>
      confirmWithPasskey(await as(user), {
        passkey: device.get(await startPasskeyConfirmation(await as(user)), origin),
        password,
      });
    await expect(confirm('wrong')).rejects.toMatchObject({
      code: 'forbidden',
      message: 'Current password is incorrect',
    });
    await expect(removePasskey(await as(user), { id: added.passkey.id })).rejects.toMatchObject({
      code: 'second_factor_confirmation_required',
    });
    expect(await confirm(user.password)).toEqual({ valid: true });
    await removePasskey(await as(user), { id: added.passkey.id });
  });

  test('who has factors shows one to change them: the password alone takes none away and adds none', async () => {
    const user = await withTotp();
    const { device, added } = await withPasskey(user);
    const { id } = added.passkey;
    app.clock.advance(300);
    const changes = [
      async () => removeTotp(await as(user)),
      async () => removePasskey(await as(user), { id }),
      async () => remakeRecoveryCodes(await as(user)),
      // Else one would be added with the password, and take the others away.
      async () => startPasskey(await as(user)),
      async () => startTotp(await as(user)),
      async () => confirmTotp(await as(user), { code: '000000' }),
    ];
    const mustAsk = async () => {
      for (const change of changes)
        await expect(change()).rejects.toMatchObject({
          code: 'second_factor_confirmation_required',
          message: 'Confirm your password and a second factor first.',
        });
    };
    const verify = async (given: object) =>
      verifyPassword(await as(user), { password: user.password, ...given });
    await mustAsk();
    await verify({});
    await mustAsk();
    // What is no change of factors asks for the password alone.
    expect(await exportData(await as(user))).toHaveProperty('chunks');
    const wrong = 'This code is not right. Codes change every 30 seconds, and each works once.';
    await expect(verify({ code: '000000' })).rejects.toMatchObject({
      code: 'forbidden',
      message: wrong,
    });
    const code = await codeOf(user.secret);
    await expect(verifyPassword(await as(user), { password: 'wrong', code })).rejects.toMatchObject(
      { code: 'forbidden', message: 'Current password is incorrect' },
    );
    await mustAsk();

    expect(await verify({ code })).toEqual({ valid: true });
    await expect(verify({ code })).rejects.toMatchObject({ message: wrong });
    expect((await remakeRecoveryCodes(await as(user))).recovery_codes).toHaveLength(10);
    app.clock.advance(300);
    await mustAsk();
    const [first = ''] = user.codes;
    await expect(verify({ recovery_code: first })).rejects.toMatchObject({
      code: 'forbidden',
      message: 'This recovery code is not right, or was used before.',
    });
    const options = await startPasskeyConfirmation(await as(user));
    await confirmWithPasskey(await as(user), { passkey: device.get(options, origin) });
    const { recovery_codes: codes } = await remakeRecoveryCodes(await as(user));
    // A new password uses up what was shown.
    await updateMe(await as(user), { password: 'another secret 77' });
    await mustAsk();
    await verify({ password: 'another secret 77', recovery_code: codes[0] ?? '' });
    await removeTotp(await as(user));
    // A log-in that showed one counts.
    const { ticket } = await passwordStep({ ...user, password: 'another secret 77' });
    const answer = await complete(ticket, { recovery_code: codes[1] ?? '' });
    const again = { accessToken: answer.access_token };
    await removePasskey(await as(again), { id });
    expect(await mailsTo(user.email)).toContain('A recovery code was used to confirm a change');
    // Who has none is asked for the password, as before.
    app.clock.advance(300);
    await expect(startTotp(await as(again))).rejects.toMatchObject({
      code: 'reauthentication_required',
    });
    await verifyPassword(await as(again), { password: 'another secret 77' });
    await startTotp(await as(again));
  });

  test('a passkey is added for what this session was asked, once, and belongs to one account', async () => {
    const [user, other] = [await app.createTestUser(), await app.createTestUser()];
    const device = createTestAuthenticator();
    const wrong = {
      code: 'invalid_input',
      message: 'This passkey could not be checked. Begin again.',
    };
    const answer = device.create(await startPasskey(await as(user)), origin);
    await expect(
      addPasskey(await as(other), { name: 'Theirs', passkey: answer }),
    ).rejects.toMatchObject(wrong);
    await addPasskey(await as(user), { name: 'Mine', passkey: answer });
    await expect(
      addPasskey(await as(user), { name: 'Mine', passkey: answer }),
    ).rejects.toMatchObject(wrong);
    await expect(
      addPasskey(await as(other), {
        name: 'Mine',
        passkey: device.create(await startPasskey(await as(other)), origin),
      }),
    ).rejects.toMatchObject({ code: 'conflict', message: 'This passkey is in use already.' });
    await expect(
      addPasskey(await as(other), {
        name: 'Elsewhere',
        passkey: createTestAuthenticator().create(
          await startPasskey(await as(other)),
          'https://columnist.example',
        ),
      }),
    ).rejects.toMatchObject(wrong);
    expect((await startPasskey(await as(user))).excludeCredentials).toEqual([
      { id: answer.id, type: 'public-key', transports: ['internal'] },
    ]);
  });

  test('the first one ends the sessions that were opened by the password alone, and no later one does', async () => {
    const user = await app.createTestUser();
    const other = await login(await app.contextOf(), {
      email: user.email,
      password: user.password,
    });
    const before = () => as({ accessToken: other.access_token });
    await getSecondFactors(await before());
    const { secret } = await startTotp(await as(user));
    await confirmTotp(await as(user), { code: await codeOf(secret) });
    await expect(before()).rejects.toMatchObject({ code: 'unauthenticated' });
    const { ticket } = await passwordStep(user);
    const proved = await complete(ticket, { code: await codeOf(secret, 30) });
    await withPasskey(user);
    expect((await getMe(await as({ accessToken: proved.access_token }))).id).toBe(user.id);
  });

  test('those that a stranger added to an address before its owner verified it end with a reset', async () => {
    const stranger = await app.createTestUser({ verified: false });
    const { secret } = await startTotp(await as(stranger));
    await confirmTotp(await as(stranger), { code: await codeOf(secret) });
    await addPasskey(await as(stranger), {
      name: 'Theirs',
      passkey: createTestAuthenticator().create(await startPasskey(await as(stranger)), origin),
    });
    await forgotPassword(await app.contextOf(), { email: stranger.email });
    await app.core.deliverMail();
    const password = 'the owner of the address 9';
    await resetPassword(await app.contextOf(), {
      token: app.mail.lastTokenTo(stranger.email),
      password,
    });
    const owner = await login(await app.contextOf(), { email: stranger.email, password });
    expect(await getSecondFactors(await as({ accessToken: owner.access_token }))).toMatchObject({
      totp: null,
      passkeys: [],
      recovery_codes_left: 0,
    });
  });

  test('the operator takes every factor from somebody who has lost theirs', async () => {
    const user = await withTotp();
    await withPasskey(user);
    const { ticket } = await passwordStep(user);
    await removeFactors(app.core.orm.em.fork(), user.email.toUpperCase(), app.clock);
    await expect(complete(ticket, { recovery_code: user.codes[0] ?? '' })).rejects.toMatchObject({
      code: 'login_expired',
    });
    expect(
      (await login(await app.contextOf(), { email: user.email, password: user.password })).user.id,
    ).toBe(user.id);
    expect(await auditOf(user.email)).toEqual([
      'auth.confirmTotp done totp_added',
      'auth.addPasskey done passkey_added Laptop',
      'auth.askSecondFactor done',
      `auth.removeFactors done all_removed ${user.email}`,
    ]);
    expect((await mailsTo(user.email)).at(-1)).toBe(
      'Every second factor was removed by the operator of the server',
    );
    await expect(removeFactors(app.core.orm.em.fork(), 'nobody@example.com')).rejects.toMatchObject(
      { code: 'not_found' },
    );
  });

  test('factors are removed by their owner; with the last one go the recovery codes', async () => {
    const user = await withTotp();
    const { added } = await withPasskey(user);
    expect(added.recovery_codes).toBeNull();
    const stranger = await withTotp();
    await expect(removePasskey(await as(stranger), { id: added.passkey.id })).rejects.toMatchObject(
      { code: 'not_found', message: 'There is no such passkey.' },
    );
    await removeTotp(await as(user));
    await expect(removeTotp(await as(user))).rejects.toMatchObject({ code: 'not_found' });
    expect((await passwordStep(user)).factors).toEqual(['passkey', 'recovery_code']);
    await removePasskey(await as(user), { id: added.passkey.id });
    expect(await getSecondFactors(await as(user))).toMatchObject({
      totp: null,
      passkeys: [],
      recovery_codes_left: 0,
    });
    await expect(remakeRecoveryCodes(await as(user))).rejects.toMatchObject({
      code: 'conflict',
      message: 'There is no second factor yet.',
    });
    expect(
      (await login(await app.contextOf(), { email: user.email, password: user.password })).user.id,
    ).toBe(user.id);
    expect(await mailsTo(user.email)).toEqual([
      'An authenticator app was added',
      'A passkey was added',
      'The authenticator app was removed',
      'A passkey was removed',
    ]);
    expect(await auditOf(user.email)).toEqual([
      'auth.confirmTotp done totp_added',
      'auth.addPasskey done passkey_added Laptop',
      'auth.removeTotp done totp_removed',
      'auth.askSecondFactor done',
      'auth.removePasskey done passkey_removed Laptop',
    ]);
  });
});

test('guessing is slowed by account, whatever ticket or network it comes with', async () => {
  const app = await createTestCore(usualDatabase, { throttleScale: 1 });
  const user = await app.createTestUser();
  const ctx = () => app.contextOf(authorizationOf(user));
  const { secret } = await startTotp(await ctx());
  await confirmTotp(await ctx(), {
    code: await generate({ secret, epoch: Math.floor(app.clock.now().getTime() / 1000) }),
  });
  const outcomes: string[] = [];
  for (let i = 0; i < 12; i++) {
    const network = { address: `10.0.${i}.1` };
    const refusal: unknown = await login(await app.contextOf({}, undefined, network), {
      email: user.email,
      password: user.password,
    }).then(
      () => null,
      (error: unknown) => error,
    );
    const { ticket } = required.parse(refusal).details;
    outcomes.push(
      await completeLogin(await app.contextOf({}, undefined, network), {
        ticket,
        code: '000000',
      }).then(
        () => 'done',
        (error: unknown) => z.object({ code: z.string() }).parse(error).code,
      ),
    );
  }
  expect(outcomes).toEqual([
    ...Array.from({ length: 10 }, () => 'second_factor_failed'),
    'rate_limited',
    'rate_limited',
  ]);
  await app.close();
});

test('codes of an app are tried thirty times a day at most, and the owner is warned that somebody has the password', async () => {
  const app = await createTestCore(usualDatabase, { throttleScale: 1 });
  const user = await app.createTestUser();
  const ctx = () => app.contextOf(authorizationOf(user));
  const { secret } = await startTotp(await ctx());
  const codeNow = () => generate({ secret, epoch: Math.floor(app.clock.now().getTime() / 1000) });
  const { recovery_codes: codes } = await confirmTotp(await ctx(), { code: await codeNow() });
  const ticket = async (password = user.password): Promise<string> => {
    const refusal: unknown = await login(await app.contextOf(), {
      email: user.email,
      password,
    }).then(
      () => null,
      (error: unknown) => error,
    );
    return required.parse(refusal).details.ticket;
  };
  const complete = async (input: Omit<Parameters<typeof completeLogin>[1], 'ticket'>) =>
    completeLogin(await app.contextOf(), { ticket: await ticket(), ...input }).then(
      () => 'done',
      (error: unknown) => z.object({ code: z.string() }).parse(error).code,
    );
  const subjects = async (): Promise<string[]> => {
    await app.core.deliverMail();
    return app.mail.sent.filter(({ to }) => to === user.email).map(({ subject }) => subject);
  };
  const outcomes: string[] = [];
  for (let i = 0; i < 32; i++) {
    // Beyond the limit of a quarter of an hour.
    if (i % 8 === 0) app.clock.advance(901);
    outcomes.push(await complete({ code: '000000' }));
    if (i === 3) expect(await subjects()).not.toContain('Somebody may know your password');
  }
  expect(outcomes).toEqual([
    ...Array.from({ length: 30 }, () => 'second_factor_failed'),
    'rate_limited',
    'rate_limited',
  ]);
  expect(
    (await subjects()).filter((subject) => subject === 'Somebody may know your password'),
  ).toHaveLength(1);
  app.clock.advance(901);
  expect(await complete({ code: await codeNow() })).toBe('rate_limited');
  expect(await complete({ recovery_code: codes?.[0] ?? '' })).toBe('done');
  await app.close();
});

test.each([
  ['https://columnist.example', 'https://columnist.example'],
  ['http://127.0.0.1:3000', 'http://localhost:3000'],
  ['http://[::1]:3000', 'http://localhost:3000'],
  ['http://192.168.1.7:3000', null],
])('at %s passkeys are used at %s', async (publicUrl, expected) => {
  const app = await createTestCore(usualDatabase, { publicUrl });
  const user = await app.createTestUser();
  const ctx = () => app.contextOf(authorizationOf(user));
  expect((await getSecondFactors(await ctx())).passkeys_at).toBe(expected);
  if (expected === null)
    await expect(startPasskey(await ctx())).rejects.toMatchObject({
      code: 'conflict',
      message: 'Passkeys need a server that is reached by a name, not by an address of numbers.',
    });
  else expect((await startPasskey(await ctx())).rp.id).toBe(new URL(expected).hostname);
  await app.close();
});
