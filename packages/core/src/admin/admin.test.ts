import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grantRole } from '../accounts/grant-role.ts';
import { getMe } from '../accounts/get-me.ts';
import { createDataset } from '../datasets/lifecycle/create-dataset.ts';
import { authorizationOf, createTestCore, type TestCore, type TestUser } from '../testing.ts';
import { databaseKinds } from '../testing-databases.ts';
import { assignRole, removeRole } from './change-role.ts';
import { getStats } from './get-stats.ts';
import { grantProUntil } from './grant-pro-until.ts';
import { listAudit } from './list-audit.ts';
import { listRoles } from './list-roles.ts';
import { listRoleUsers } from './list-role-users.ts';
import { listUsers } from './list-users.ts';
import { raiseFileSize } from './raise-file-size.ts';
import { setActive } from './set-active.ts';
import { getSubscription } from '../billing/get-subscription.ts';
import { getUsage } from '../usage/get-usage.ts';

describe.each(databaseKinds)('administration on %s', (kind) => {
  let app: TestCore;
  let admin: TestUser;
  let plain: TestUser;
  beforeAll(async () => {
    app = await createTestCore(kind);
    admin = await app.createTestUser({ email: 'root@example.com' });
    await grantRole(app.core.orm.em.fork(), admin.email, 'admin');
    plain = await app.createTestUser({ email: 'plain@example.com' });
  });
  afterAll(() => app.close());

  const as = (user: { accessToken: string }) => app.contextOf(authorizationOf(user));
  const users = { limit: 50, sort: 'created_at', direction: 'descending' } as const;

  test('is for administrators alone', async () => {
    const refusal = { code: 'forbidden', message: "This call needs the role 'admin'." };
    const ctx = await as(plain);
    const settled = await Promise.allSettled([
      listRoles(ctx, { limit: 5 }),
      listRoleUsers(ctx, { limit: 5 }),
      listUsers(ctx, users),
      getStats(ctx),
      listAudit(ctx, { limit: 5 }),
    ]);
    expect(settled).toEqual(
      settled.map(() => ({ status: 'rejected', reason: expect.objectContaining(refusal) })),
    );
    await expect(
      listUsers(await app.contextOf({ apiKey: admin.apiKey ?? '' }), users),
    ).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('gives and takes roles; the last administrator keeps theirs', async () => {
    const {
      items: [role],
    } = await listRoles(await as(admin), { limit: 5 });
    const change = { user_id: plain.id, role_id: role?.id ?? '' };
    expect((await assignRole(await as(admin), change)).roles).toEqual([
      { id: role?.id, name: 'admin' },
    ]);
    expect((await getMe(await as(plain))).roles.map(({ name }) => name)).toEqual(['admin']);
    expect(
      (await listRoleUsers(await as(plain), { limit: 50, q: 'ROOT' })).items.map(
        ({ email }) => email,
      ),
    ).toEqual(['root@example.com']);
    expect((await removeRole(await as(admin), change)).roles).toEqual([]);
    const last = {
      code: 'conflict',
      message: 'This is the last administrator. Make somebody else an administrator first.',
    };
    await expect(
      removeRole(await as(admin), { ...change, user_id: admin.id }),
    ).rejects.toMatchObject(last);
    await expect(
      setActive(await as(admin), { id: admin.id, is_active: false }),
    ).rejects.toMatchObject(last);
    await expect(
      assignRole(await as(admin), { ...change, user_id: '00000000-0000-7000-8000-000000000000' }),
    ).rejects.toMatchObject({ code: 'not_found', message: 'User not found.' });
  });

  test('of two administrators who remove each other at once, one stays', async () => {
    const second = await app.createTestUser();
    await grantRole(app.core.orm.em.fork(), second.email, 'admin');
    const {
      items: [role],
    } = await listRoles(await as(admin), { limit: 5 });
    const settled = await Promise.allSettled([
      removeRole(await as(admin), { user_id: second.id, role_id: role?.id ?? '' }),
      removeRole(await as(second), { user_id: admin.id, role_id: role?.id ?? '' }),
    ]);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await grantRole(app.core.orm.em.fork(), admin.email, 'admin');
  });

  test('deactivates a user at once, and activates them again', async () => {
    const user = await app.createTestUser();
    expect(await setActive(await as(admin), { id: user.id, is_active: false })).toMatchObject({
      id: user.id,
      is_active: false,
    });
    await expect(as(user)).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(app.contextOf({ apiKey: user.apiKey ?? '' })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    await setActive(await as(admin), { id: user.id, is_active: true });
    expect((await app.contextOf({ apiKey: user.apiKey ?? '' })).actor?.user.id).toBe(user.id);
  });

  test('lets somebody upload larger files than their plan, and no longer', async () => {
    const user = await app.createTestUser();
    expect(await raiseFileSize(await as(admin), { id: user.id, megabytes: 2048 })).toMatchObject({
      id: user.id,
      raised_file_mb: 2048,
    });
    const raised = (await as(user)).actor?.user;
    expect(raised).toMatchObject({ tier: 'free', raisedFileMb: 2048 });
    expect(await getUsage(await as(user))).toMatchObject({ max_file_size_mb: 2048 });
    expect(await getSubscription(await as(user))).toMatchObject({ max_file_size_mb: 2048 });
    await raiseFileSize(await as(admin), { id: user.id, megabytes: null });
    expect(await getUsage(await as(user))).toMatchObject({ max_file_size_mb: 10 });
    await expect(
      raiseFileSize(await as(user), { id: user.id, megabytes: 2048 }),
    ).rejects.toMatchObject({ code: 'forbidden' });
    await expect(
      raiseFileSize(await as(admin), {
        id: '00000000-0000-7000-8000-000000000000',
        megabytes: 2048,
      }),
    ).rejects.toMatchObject({ code: 'not_found', message: 'User not found.' });
  });

  test('gives Pro until a day', async () => {
    const user = await app.createTestUser();
    const until = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
    expect(await grantProUntil(await as(admin), { id: user.id, until })).toMatchObject({
      subscription_tier: 'paid',
      granted_pro_until: until,
    });
    expect((await getMe(await as(user))).subscription_tier).toBe('paid');
    expect(await grantProUntil(await as(admin), { id: user.id, until: null })).toMatchObject({
      subscription_tier: 'free',
      granted_pro_until: null,
    });
    await expect(
      grantProUntil(await as(admin), { id: user.id, until: '2020-01-01T00:00:00.000Z' }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('searches, filters, sorts and pages users', async () => {
    await createDataset(await as(plain), { file: await app.receive('x\n1\n') });
    const names = async (input: Partial<Parameters<typeof listUsers>[1]>) =>
      (await listUsers(await as(admin), { ...users, ...input })).items.map(({ email }) => email);
    expect(await names({ q: 'PLAIN@' })).toEqual(['plain@example.com']);
    expect(await names({ q: '%' })).toEqual([]);
    expect(await names({ role: 'admin', sort: 'email', direction: 'ascending' })).toContain(
      'root@example.com',
    );
    expect((await names({ sort: 'stored_bytes' }))[0]).toBe('plain@example.com');
    expect(await names({ status: 'inactive' })).toEqual([]);
    const first = await listUsers(await as(admin), { ...users, limit: 2 });
    const second = await listUsers(await as(admin), {
      ...users,
      limit: 2,
      cursor: first.next_cursor ?? '',
    });
    expect([...first.items, ...second.items].map(({ email }) => email)).toEqual(
      (await names({})).slice(0, 4),
    );
    expect((await listUsers(await as(admin), { ...users, q: 'plain@' })).items[0]).toMatchObject({
      datasets: 1,
      api_calls: 0,
      roles: [],
    });
  });

  test('shows the system in six figures and thirty days', async () => {
    // A draft is no dataset yet.
    await createDataset(await as(plain), { file: await app.receive('x\n2\n'), review: true });
    const stats = await getStats(await as(admin));
    expect(stats).toMatchObject({ total_datasets: 1, api_requests_today: 0 });
    expect(stats.total_users).toBe(stats.active_users);
    expect(stats.days).toHaveLength(30);
    expect(stats.days.at(-1)).toMatchObject({
      day: '2026-11-20',
      new_users: stats.total_users,
      new_datasets: 1,
    });
    expect(stats.days[0]).toEqual({
      day: '2026-10-22',
      new_users: 0,
      active_users: 0,
      new_sessions: 0,
      new_datasets: 0,
      uploaded_bytes: 0,
      api_requests: 0,
    });
  });

  test('writes every act down', async () => {
    const { items, total } = await listAudit(await as(admin), {
      limit: 100,
      q: 'plain@example.com',
    });
    expect(
      items.map(({ action, target, actor_email: actor, outcome, details }) => ({
        action,
        target,
        actor,
        outcome,
        details,
      })),
    ).toEqual([
      {
        action: 'admin.removeRole',
        target: 'plain@example.com',
        actor: 'root@example.com',
        outcome: 'done',
        details: { role: 'admin' },
      },
      {
        action: 'admin.assignRole',
        target: 'plain@example.com',
        actor: 'root@example.com',
        outcome: 'done',
        details: { role: 'admin' },
      },
    ]);
    expect(total).toBe(2);
  });
});
