import { expect, onTestFinished, test } from 'vitest';
import { createTestCore } from '../testing.ts';
import { User } from './user.entity.ts';
import { presentUser, presentUsers } from './user.presenter.ts';

test('many users are presented as each alone: key, plan, calls of this month, roles, in their order', async () => {
  const app = await createTestCore();
  onTestFinished(() => app.close());
  const made = [
    await app.createTestUser({ tier: 'paid' }),
    await app.createTestUser({ verified: false }),
    await app.createTestUser(),
  ];
  const em = app.core.orm.em.fork();
  await em.execute(
    `insert into usage_month (user_id, month, used) values
      (?, '2026-11', 7), (?, '2026-10', 5), (?, '2026-11', 2)`,
    [made[0]?.id, made[1]?.id, made[2]?.id],
  );
  const found = await em.find(User, {}, { populate: ['roles'] });
  const users = made.flatMap(({ id }) => found.filter((user) => user.id === id));
  const presented = await presentUsers(em, users, app.clock);
  expect(presented).toMatchObject([
    { id: made[0]?.id, subscription_tier: 'paid', api_calls: 7, email_verified: true },
    { id: made[1]?.id, subscription_tier: 'free', api_calls: 0, api_key: null },
    { id: made[2]?.id, subscription_tier: 'free', api_calls: 2, email_verified: true },
  ]);
  expect(presented.map(({ api_key: key }) => key?.slice(-4))).toEqual(
    made.map(({ apiKey }) => apiKey?.slice(-4)),
  );
  const alone = await Promise.all(users.map((user) => presentUser(em.fork(), user, app.clock)));
  expect(presented).toEqual(alone);
  expect(await presentUsers(em, [], app.clock)).toEqual([]);
});
