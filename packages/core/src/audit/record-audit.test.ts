import { operations } from '@columnist/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { login } from '../accounts/login.ts';
import { refresh } from '../accounts/refresh.ts';
import { authorizationOf, createTestCore, type TestCore, type TestUser } from '../testing.ts';
import { databaseKinds } from '../testing-databases.ts';
import { noteAudit } from './audit-trail.ts';
import { listActivity } from './list-activity.ts';
import { linesAnHour, recordAudit } from './record-audit.ts';
import { verifyAudit } from './verify-chain.ts';

const counts = z.array(z.object({ action: z.string(), n: z.int() }));

describe.each(databaseKinds)('lines of the audit log on %s', (kind) => {
  let app: TestCore;
  let user: TestUser;
  beforeAll(async () => {
    app = await createTestCore(kind, { throttleScale: 1 });
    user = await app.createTestUser();
  });
  afterAll(() => app.close());

  const written = async () => {
    const rows = counts.parse(
      await app.core.orm.em
        .fork()
        .execute(
          'select action, count(*)::int as n from audit_entry group by action order by action',
        ),
    );
    return Object.fromEntries(rows.map(({ action, n }) => [action, n]));
  };
  const address = (i: number): string => `203.0.${Math.floor(i / 250)}.${i % 250}`;
  const stranger = async (i: number, subject: TestUser | null = null) => {
    const ctx = await app.contextOf({}, undefined, { address: address(i) });
    noteAudit(ctx, { subject });
    await recordAudit(ctx, { action: 'auth.login', outcome: 'denied' });
  };
  const times = (n: number, work: (i: number) => Promise<void>) =>
    Promise.all(Array.from({ length: n }, (_, i) => work(i)));

  test('that strangers cause are bounded, from however many networks they come, and what is done by those who may is written all the same', async () => {
    const before = await written();
    // About one account, and about none.
    await times(linesAnHour.aboutOne + 40, (i) => stranger(i, user));
    await times(linesAnHour.aboutNone + 40, (i) => stranger(i));
    expect(await written()).toEqual({
      ...before,
      'auth.login': linesAnHour.aboutOne + linesAnHour.aboutNone,
      'audit.limited': 2,
    });
    // Somebody who is signed in, and may not.
    await times(linesAnHour.signedIn + 40, async () =>
      recordAudit(await app.contextOf(authorizationOf(user)), {
        action: operations.admin.users,
        outcome: 'denied',
      }),
    );
    await recordAudit(await app.contextOf(authorizationOf(user)), {
      action: 'auth.logout',
      outcome: 'done',
    });
    expect(await written()).toEqual({
      ...before,
      'auth.login': linesAnHour.aboutOne + linesAnHour.aboutNone,
      'admin.users': linesAnHour.signedIn,
      'auth.logout': 1,
      'audit.limited': 3,
    });
    app.clock.advance(3600);
    await stranger(1);
    expect((await written())['auth.login']).toBe(linesAnHour.aboutOne + linesAnHour.aboutNone + 1);
    expect((await verifyAudit(app.core.orm.em.fork())).problem).toBeNull();
  });

  test('hold what the database can keep, and no more than some hundred characters of it', async () => {
    const ctx = await app.contextOf(authorizationOf(await app.createTestUser()));
    await recordAudit(ctx, {
      action: 'auth.updateMe',
      outcome: 'done',
      target: `a\0b\uD800${'x'.repeat(1000)}`,
      details: { 'single values': '2', by: '1\0' },
    });
    const [line] = await app.core.orm.em
      .fork()
      .execute<unknown[]>("select target, details from audit_entry where action = 'auth.updateMe'");
    expect(line).toEqual({
      target: `ab\uFFFD${'x'.repeat(297)}`,
      details: { by: '1', 'single values': '2' },
    });
    expect((await verifyAudit(app.core.orm.em.fork())).problem).toBeNull();
  });

  test('tell of a session that ended because a used refresh token came again, once', async () => {
    const other = await app.createTestUser();
    await refresh(await app.contextOf(), { refresh_token: other.refreshToken });
    app.clock.advance(60);
    for (let i = 0; i < 3; i++)
      await expect(
        refresh(await app.contextOf({}, undefined, { address: '198.51.100.7' }), {
          refresh_token: other.refreshToken,
        }),
      ).rejects.toMatchObject({ code: 'unauthenticated' });
    const lines = await app.core.orm.em
      .fork()
      .execute(
        "select actor_id, subject_email, address, outcome from audit_entry where action = 'auth.replay'",
      );
    expect(lines).toEqual([
      { actor_id: null, subject_email: other.email, address: '198.51.100.7', outcome: 'done' },
    ]);
    const { email, password } = other;
    const { access_token: accessToken } = await login(await app.contextOf(), { email, password });
    const activity = await listActivity(await app.contextOf(authorizationOf({ accessToken })), {
      kind: 'sign_in',
      limit: 10,
    });
    expect(
      activity.items
        .filter(({ action }) => action === 'auth.replay')
        .map(({ said, more }) => [said, more]),
    ).toEqual([
      [
        'Session ended: its sign-in token may have been copied',
        'It was used twice. Change your password if this was not you',
      ],
    ]);
  });
});
