import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login } from '../accounts/login.ts';
import { createDataset } from '../datasets/lifecycle/create-dataset.ts';
import { deleteDataset } from '../datasets/lifecycle/delete-dataset.ts';
import { authorizationOf, createTestCore, type TestCore, type TestUser } from '../testing.ts';
import { databaseKinds } from '../testing-databases.ts';
import { markConfirmed, markFactor } from '../users/mark-confirmed.ts';
import { getUsage } from './get-usage.ts';
import { limitRate } from './limit-rate.ts';

const day = 86_400;

describe.each(databaseKinds)('what is counted and noted on %s', (kind) => {
  let app: TestCore;
  beforeAll(async () => {
    app = await createTestCore(kind, { throttleScale: 1 });
  });
  afterAll(() => app.close());

  const query = async (sql: string, values: unknown[] = []) =>
    app.core.orm.em.fork().execute(sql, values);
  const as = async (user: TestUser) =>
    app.contextOf(
      authorizationOf({
        accessToken: (await login(await app.contextOf(), user)).access_token,
      }),
    );

  test('sessions are forgotten a month after their end, attempts after a day, minutes after five', async () => {
    const user = await app.createTestUser();
    const sessions = async () =>
      (await query('select 1 from session where user_id = ?', [user.id])).length;
    const attempts = async () => (await query('select 1 from throttle')).length;
    const minutes = async () => (await query('select 1 from rate_window')).length;
    await expect(
      login(await app.contextOf(), { ...user, password: 'wrong' }),
    ).rejects.toMatchObject({ code: 'invalid_credentials' });
    await limitRate(await app.contextOf({ apiKey: user.apiKey ?? '' }));
    expect([(await sessions()) > 0, (await attempts()) > 0, await minutes()]).toEqual([
      true,
      true,
      1,
    ]);
    app.clock.advance(5 * 60);
    await app.core.runJobs();
    expect(await minutes()).toBe(1);
    app.clock.advance(60);
    await app.core.runJobs();
    expect([await minutes(), (await attempts()) > 0]).toEqual([0, true]);
    app.clock.advance(day + 1);
    await app.core.runJobs();
    expect([await attempts(), (await sessions()) > 0]).toEqual([0, true]);
    // A session lasts thirty days.
    app.clock.advance(58 * day);
    await app.core.runJobs();
    expect(await sessions()).toBeGreaterThan(0);
    app.clock.advance(2 * day);
    await app.core.runJobs();
    expect(await sessions()).toBe(0);
  });

  test('calls are counted by their day, and datasets by their owner', async () => {
    const [user, other] = [await app.createTestUser(), await app.createTestUser()];
    const upload = async (of: TestUser) =>
      createDataset(await as(of), { file: await app.receive('a\n1\n') });
    await upload(other);
    const { id } = await upload(user);
    await upload(user);
    await deleteDataset(await as(user), { id });
    const now = app.clock.now();
    const [first, today] = ['01', String(now.getUTCDate()).padStart(2, '0')].map(
      (date) => `${now.toISOString().slice(0, 8)}${date}`,
    );
    for (const [of, at, used] of [
      [user.id, first, 3],
      [user.id, today, 5],
      [other.id, today, 9],
    ])
      await query(
        'insert into usage_day (user_id, day, used) values (?, ?, ?) on conflict (user_id, day) do update set used = excluded.used',
        [of, at, used],
      );
    const { daily_api_queries: daily, datasets_uploaded: datasets } = await getUsage(
      await as(user),
    );
    expect(datasets).toBe(1);
    const counted = Array.from({ length: now.getUTCDate() }, () => 0);
    counted[0] = 3;
    counted[now.getUTCDate() - 1] = 5;
    expect(daily).toEqual(counted);
  });

  test('a confirmation is of the session in which it was given, and of no other', async () => {
    const user = await app.createTestUser();
    const [one, other] = [await as(user), await as(user)];
    app.clock.advance(60);
    const now = app.clock.now();
    const marks = async () =>
      Promise.all(
        [one, other].map(async ({ actor }) => {
          const [row] = await query(
            'select confirmed_at, asked_at, factor_at from session where id = ?',
            [actor?.sessionId],
          );
          return Object.values(row ?? {}).map(
            (at) => at !== null && new Date(at).getTime() === now.getTime(),
          );
        }),
      );
    const session = { sessionId: one.actor?.sessionId ?? null };
    await markFactor(app.core.orm.em.fork(), { sessionId: null }, now);
    expect(await marks()).toEqual([
      [false, false, false],
      [false, false, false],
    ]);
    await markFactor(app.core.orm.em.fork(), session, now);
    expect(await marks()).toEqual([
      [false, false, true],
      [false, false, false],
    ]);
    await markConfirmed(one, { sessionId: null }, { factor: true });
    await markConfirmed(one, session, { factor: false });
    expect(await marks()).toEqual([
      [true, true, true],
      [false, false, false],
    ]);
  });
});
