import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '../admin/list-audit.ts';
import { authorizationOf, createTestCore, type TestCore, type TestUser } from '../testing.ts';
import { databaseKinds } from '../testing-databases.ts';
import { getMe } from './get-me.ts';
import { grantPro } from './grant-pro.ts';
import { grantRole } from './grant-role.ts';

describe.each(databaseKinds)('grants on %s', (kind) => {
  let app: TestCore;
  let user: TestUser;
  beforeAll(async () => {
    app = await createTestCore(kind);
    user = await app.createTestUser();
  });
  afterAll(() => app.close());

  const me = async () => getMe(await app.contextOf(authorizationOf(user)));
  const em = () => app.core.orm.em.fork();

  test('a role is granted once, however often it is asked for', async () => {
    await grantRole(em(), user.email.toUpperCase(), 'admin');
    await grantRole(em(), user.email, 'admin');
    expect((await me()).roles).toEqual([{ id: expect.any(String), name: 'admin' }]);
  });

  test('a role that is granted is in the audit log, once', async () => {
    const other = await app.createTestUser();
    await grantRole(em(), other.email, 'admin', app.clock);
    await grantRole(em(), other.email, 'admin', app.clock);
    const { items } = await listAudit(await app.contextOf(authorizationOf(other)), {
      limit: 10,
      q: other.email,
    });
    expect(items).toEqual([
      {
        id: expect.any(String),
        at: app.clock.now().toISOString(),
        actor_id: null,
        actor_email: null,
        about: other.email,
        via: 'command',
        address: 'this machine',
        device: '',
        request_id: '',
        action: 'admin.assignRole',
        kind: 'administration',
        said: 'Role given',
        target: other.email,
        outcome: 'done',
        details: { role: 'admin' },
        more: 'Administrator',
        seal: 'written',
        number: expect.any(Number),
      },
    ]);
  });

  test('Pro is granted until an instant', async () => {
    await grantPro(em(), user.email.toUpperCase(), new Date(app.clock.now().getTime() + 600_000));
    expect((await me()).subscription_tier).toBe('paid');
    app.clock.advance(600);
    expect((await me()).subscription_tier).toBe('free');
    const { items } = await listAudit(await app.contextOf(authorizationOf(user)), {
      limit: 10,
      person: user.email,
      kind: 'plan',
    });
    expect(items).toMatchObject([
      {
        action: 'admin.grantPro',
        via: 'command',
        about: user.email,
        details: { until: '2026-11-20T12:10:00.000Z' },
      },
    ]);
  });

  test('unknown users and roles are named', async () => {
    const stranger = await app.createTestUser({ email: 'stranger@example.com', verified: false });
    await expect(grantRole(em(), stranger.email, 'admin')).rejects.toMatchObject({
      code: 'conflict',
      message:
        'The address stranger@example.com is not verified, so it may have been registered by somebody else. A role needs a verified address.',
    });
    await expect(grantRole(em(), 'nobody@example.com', 'admin')).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no user with the e-mail nobody@example.com.',
    });
    await expect(grantPro(em(), 'nobody@example.com', new Date())).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no user with the e-mail nobody@example.com.',
    });
    await expect(grantRole(em(), user.email, 'amdin')).rejects.toMatchObject({
      code: 'not_found',
      message: "There is no role 'amdin'. Roles: admin.",
    });
  });
});
