import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { grantAgent } from '../agents/grant-agent.ts';
import { listAgents } from '../agents/list-agents.ts';
import { createDataset } from '../datasets/lifecycle/create-dataset.ts';
import { getRows } from '../datasets/results/get-rows.ts';
import { listDatasets } from '../datasets/lifecycle/list-datasets.ts';
import { authorizationOf, createTestCore, type TestCore } from '../testing.ts';
import { databaseKinds } from '../testing-databases.ts';
import { deleteAccount } from './delete-account.ts';
import { exportData } from './export-data.ts';
import { grantRole } from './grant-role.ts';
import { limitApiKey } from './limit-api-key.ts';
import { listSessions } from '../sessions/list-sessions.ts';
import { login } from './login.ts';
import { revokeOtherSessions } from '../sessions/revoke-other-sessions.ts';
import { revokeSession } from '../sessions/revoke-session.ts';
import { updateMe } from './update-me.ts';
import { verifyPassword } from './verify-password.ts';
import { buffer } from 'node:stream/consumers';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe.each(databaseKinds)('the signed-in person on %s', (kind) => {
  let app: TestCore;
  beforeAll(async () => {
    app = await createTestCore(kind);
  });
  afterAll(() => app.close());

  const again = async (
    user: { email: string; password: string },
    userAgent = '',
    address = '127.0.0.1',
  ) => {
    const answer = await login(await app.contextOf({}, undefined, { userAgent, address }), {
      email: user.email,
      password: user.password,
    });
    return { ...user, accessToken: answer.access_token };
  };
  const as = (user: { accessToken: string }) => app.contextOf(authorizationOf(user));

  test('changes the name', async () => {
    const user = await app.createTestUser();
    expect(await updateMe(await as(user), { full_name: 'Ada King' })).toMatchObject({
      full_name: 'Ada King',
      email: user.email,
    });
  });

  test('changes the password after confirming it, which ends every other session', async () => {
    const user = await app.createTestUser();
    const other = await again(user);
    const password = 'another secret 77';
    // Not even where who asks logged in a moment ago.
    await expect(updateMe(await as(user), { password })).rejects.toMatchObject({
      code: 'reauthentication_required',
    });
    await expect(verifyPassword(await as(user), { password: 'wrong' })).rejects.toMatchObject({
      code: 'forbidden',
      message: 'Current password is incorrect',
    });
    expect(await verifyPassword(await as(user), { password: user.password })).toEqual({
      valid: true,
    });
    await expect(updateMe(await as(other), { password })).rejects.toMatchObject({
      code: 'reauthentication_required',
    });
    app.clock.advance(299);
    await updateMe(await as(user), { password });
    await expect(as(other)).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(updateMe(await as(user), { password })).rejects.toMatchObject({
      code: 'reauthentication_required',
    });
    await app.core.deliverMail();
    expect(app.mail.sent.at(-1)).toMatchObject({
      to: user.email,
      subject: 'Your password was changed',
    });
    expect((await again({ ...user, password })).email).toBe(user.email);
  });

  test('ends the key and agents with the password where that is asked for, and not otherwise', async () => {
    const user = await app.createTestUser();
    await grantAgent(await as(user), {
      id: 'grant',
      clientId: 'client',
      clientName: 'Agent',
      redirectHost: 'localhost',
      scopes: ['read'],
      datasetIds: null,
      aggregatesOnly: false,
    });
    const change = async (current: string, password: string, end_access?: boolean) => {
      await verifyPassword(await as(user), { password: current });
      return updateMe(await as(user), { password, end_access });
    };
    expect((await change(user.password, 'a first change 1')).api_key).not.toBeNull();
    expect((await listAgents(await as(user))).total).toBe(1);
    expect((await change('a first change 1', 'a second change 2', true)).api_key).toBeNull();
    expect((await listAgents(await as(user))).total).toBe(0);
    await expect(app.contextOf({ apiKey: user.apiKey ?? '' })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    await app.core.deliverMail();
    expect(
      app.mail.sent
        .filter(({ to, subject }) => to === user.email && subject === 'Your password was changed')
        .map(({ text }) => text.includes('the API keys, connected agents')),
    ).toEqual([false, true]);
  });

  test('sees where they are signed in, and signs one or all others out; a new device is announced', async () => {
    const user = await app.createTestUser();
    const second = await again(user, firefox);
    await app.core.deliverMail();
    expect(app.mail.sent.at(-1)).toMatchObject({
      to: user.email,
      subject: 'New sign-in to your account',
      text: expect.stringContaining('from Firefox on Linux at the address 127.0.0.1'),
    });
    const third = await again(user, firefox);
    const { items } = await listSessions(await as(user));
    expect(items.map(({ device, current }) => `${device} ${current}`).toSorted()).toEqual([
      'Another program true',
      'Firefox on Linux false',
      'Firefox on Linux false',
    ]);
    const theirs = (await listSessions(await as(second))).items.find(({ current }) => current);
    await revokeSession(await as(user), { id: theirs?.id ?? '' });
    await expect(as(second)).rejects.toMatchObject({ code: 'unauthenticated' });
    await revokeOtherSessions(await as(user));
    await expect(as(third)).rejects.toMatchObject({ code: 'unauthenticated' });
    const stranger = await app.createTestUser();
    await expect(
      revokeSession(await as(stranger), { id: items.find(({ current }) => current)?.id ?? '' }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  test('gets mail about a sign-in from another network, and of every other program', async () => {
    const user = await app.createTestUser();
    const announced = async (userAgent: string, address: string): Promise<string[]> => {
      const before = app.mail.sent.length;
      await again(user, userAgent, address);
      await app.core.deliverMail();
      return app.mail.sent
        .slice(before)
        .flatMap(({ text }) => /from (.+?) at the address/.exec(text)?.[1] ?? []);
    };
    expect(await announced(firefox, '192.0.2.7')).toEqual(['Firefox on Linux']);
    expect(await announced(firefox, '192.0.2.200')).toEqual([]);
    expect(await announced(firefox, '198.51.100.7')).toEqual(['Firefox on Linux']);
    expect(await announced('python-requests/2.32', '192.0.2.7')).toEqual(['python-requests']);
    expect(await announced('python-requests/2.33', '192.0.2.8')).toEqual([]);
    expect(await announced('evil-stealer/1.0', '192.0.2.7')).toEqual(['evil-stealer']);
    expect(await announced('', '192.0.2.7')).toEqual(['Another program']);
  });

  test('narrows the key to scopes, datasets, aggregates and a time', async () => {
    const user = await app.createTestUser();
    const upload = async (name: string) =>
      createDataset(await as(user), { file: await app.receive('x\n1\n2\n', name) });
    const [open, closed] = [await upload('open.csv'), await upload('closed.csv')];
    const byKey = () => app.contextOf({ apiKey: user.apiKey ?? '' });
    const rows = async (id: string) => getRows(await byKey(), { id, limit: 10, offset: 0 });
    const wide = {
      scopes: ['read', 'rows', 'analyse', 'write'],
      dataset_ids: null,
      aggregates_only: false,
      expires_at: null,
    } as const;
    const limit = async (limits: Partial<Parameters<typeof limitApiKey>[1]>) =>
      limitApiKey(await as(user), { ...wide, scopes: [...wide.scopes], ...limits });

    await limit({ dataset_ids: [open.id] });
    expect((await rows(open.id)).total).toBe(2);
    await expect(rows(closed.id)).rejects.toMatchObject({ code: 'not_found' });
    expect(
      (await listDatasets(await byKey(), { limit: 10 })).items.map(({ name }) => name),
    ).toEqual(['open.csv']);
    await limit({ aggregates_only: true });
    await expect(rows(open.id)).rejects.toMatchObject({
      code: 'forbidden',
      message: "This credential lacks the scope 'rows'.",
    });
    await limit({ scopes: ['read'] });
    await expect(
      createDataset(await byKey(), { file: await app.receive('x\n1\n') }),
    ).rejects.toMatchObject({ code: 'forbidden' });
    await limit({ expires_at: new Date(app.clock.now().getTime() + 60_000).toISOString() });
    expect((await rows(closed.id)).total).toBe(2);
    app.clock.advance(60);
    await expect(byKey()).rejects.toMatchObject({ code: 'unauthenticated' });
    const stranger = await app.createTestUser();
    await expect(
      limitApiKey(await as(stranger), { ...wide, scopes: ['read'], dataset_ids: [open.id] }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  test('takes their data away as an archive', async () => {
    const user = await app.createTestUser();
    const dataset = await createDataset(await as(user), {
      file: await app.receive('city,n\nZürich,1\n', 'towns.csv'),
    });
    const file = await exportData(await as(user));
    await expect(exportData(await as(user))).rejects.toMatchObject({
      code: 'conflict',
      message: 'Your data is being downloaded already.',
    });
    const bytes = await buffer(file.chunks);
    expect([file.filename, file.contentType, bytes.subarray(0, 2).toString()]).toEqual([
      'columnist-data.zip',
      'application/zip',
      'PK',
    ]);
    for (const name of [
      'account.json',
      'sessions.json',
      'keys.json',
      'second-factors.json',
      'agents.json',
      'answers.json',
      'activity.csv',
      'usage.json',
      'datasets.json',
      `datasets/${dataset.id}/1.csv`,
    ])
      expect(bytes.includes(name)).toBe(true);
  });

  test('deletes the account with everything, unless they are the last administrator', async () => {
    const user = await app.createTestUser();
    await createDataset(await as(user), { file: await app.receive('x\n1\n') });
    const before = (await app.files()).length;
    await expect(
      deleteAccount(await as(user), { email: 'other@example.com', password: user.password }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(deleteAccount(await as(user), { email: user.email })).rejects.toMatchObject({
      code: 'reauthentication_required',
    });
    await expect(
      deleteAccount(await as(user), { email: user.email, password: 'wrong' }),
    ).rejects.toMatchObject({ code: 'forbidden', message: 'Current password is incorrect' });
    await deleteAccount(await as(user), { email: user.email, password: user.password });
    await expect(as(user)).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(app.contextOf({ apiKey: user.apiKey ?? '' })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    expect((await app.files()).length).toBe(before - 3);
    await app.core.deliverMail();
    expect(app.mail.sent.at(-1)).toMatchObject({
      to: user.email,
      subject: 'Your account was deleted',
    });

    const admin = await app.createTestUser();
    await grantRole(app.core.orm.em.fork(), admin.email, 'admin');
    await expect(
      deleteAccount(await as(admin), { email: admin.email, password: admin.password }),
    ).rejects.toMatchObject({
      code: 'conflict',
      message: 'This is the last administrator. Make somebody else an administrator first.',
    });
  });
});
