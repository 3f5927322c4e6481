import type { TestCore } from '@columnist/core/testing';
import { databaseKinds } from '@columnist/core/testing-databases';
import type { StripeSandbox } from '@columnist/sandbox';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestPayments, type TestPayments } from './testing-payments.ts';

const publicUrl = 'http://localhost:3000';
const atATime = 100;

describe.each(databaseKinds)('what the jobs repair of payments on %s', (kind) => {
  let stripe: StripeSandbox;
  let app: TestCore;
  let close: () => Promise<void>;
  let urls: TestPayments['urls'];
  let open: TestPayments['open'];
  beforeAll(async () => {
    ({ stripe, app, close, urls, open } = await createTestPayments(
      kind,
      publicUrl,
      () => undefined,
    ));
  });
  afterAll(() => close());

  const ask = (sql: string, values: unknown[] = []) =>
    app.core.orm.em.fork().execute<Record<string, unknown>[]>(sql, values);
  const ago = (seconds: number) => new Date(app.clock.now().getTime() - seconds * 1000);
  const [hour, day] = [3600, 86_400];
  const pay = (customer: string, price: string) =>
    stripe.state.pay({
      id: `cs_test_${randomUUID()}`,
      customer,
      price,
      subscription: null,
      status: 'open' as const,
      ...urls,
    });

  test('a hundred customers at a time are asked about, those first that were asked about longest ago', async () => {
    const { id } = await app.createTestUser();
    const columns = (
      await ask(
        "select column_name from information_schema.columns where table_name = 'user_account'",
      )
    ).map(({ column_name: name }) => String(name));
    const own = ['id', 'email', 'email_key', 'stripe_customer_id', 'billing_read_at'];
    const rest = columns.filter((name) => !own.includes(name)).join(', ');
    for (let i = 0; i < atATime + 5; i++) {
      const email = `due-${i}@example.com`;
      await ask(
        `insert into user_account (${own.join(', ')}, ${rest}) select ?, ?, ?, ?, ?, ${rest} from user_account where id = ?`,
        [randomUUID(), email, email, `cus_due_${i}`, ago(8 * hour + i), id],
      );
    }
    await app.core.runJobs();
    const left = await ask(
      "select email from user_account where email like 'due-%' and billing_read_at <> ? order by billing_read_at desc",
      [app.clock.now()],
    );
    expect(left.map(({ email }) => email)).toEqual(
      [0, 1, 2, 3, 4].map((i) => `due-${i}@example.com`),
    );
    await app.core.runJobs();
    expect(
      await ask("select 1 from user_account where email like 'due-%' and billing_read_at <> ?", [
        app.clock.now(),
      ]),
    ).toEqual([]);
    await ask("delete from user_account where email like 'due-%'");
  });

  test('of customers of deleted accounts those come first that were never asked about, then the oldest', async () => {
    for (let i = 0; i < atATime + 2; i++)
      await ask('insert into gone_customer (id, gone_at, read_at) values (?, ?, ?)', [
        `cus_gone_${i}`,
        ago(20 * day),
        i < atATime ? ago(8 * hour + i) : null,
      ]);
    await app.core.runJobs();
    expect(
      await ask('select id from gone_customer where read_at is null or read_at <> ? order by id', [
        app.clock.now(),
      ]),
    ).toEqual([{ id: 'cus_gone_0' }, { id: 'cus_gone_1' }]);
    await ask("delete from gone_customer where id like 'cus_gone_%'");
  });

  test('a hundred events at a time are applied; old ones are forgotten once they were', async () => {
    for (let i = 0; i < atATime + 3; i++)
      await ask('insert into stripe_event (id, type, received_at) values (?, ?, ?)', [
        `evt_left_${i}`,
        'product.updated',
        ago(61 * day),
      ]);
    await app.core.runJobs();
    expect(await ask("select applied_at from stripe_event where id like 'evt_left_%'")).toEqual([
      { applied_at: null },
      { applied_at: null },
      { applied_at: null },
    ]);
    await app.core.runJobs();
    expect(await ask("select 1 from stripe_event where id like 'evt_left_%'")).toEqual([]);
  });

  test('a customer without a subscription has none that ends', async () => {
    const user = await app.createTestUser();
    const { customer } = await open(user);
    await ask(
      'update user_account set cancel_at_period_end = true, billing_read_at = ? where id = ?',
      [ago(8 * hour), user.id],
    );
    await app.core.runJobs();
    expect(
      await ask(
        'select stripe_customer_id, stripe_subscription_id, subscription_status, cancel_at_period_end from user_account where id = ?',
        [user.id],
      ),
    ).toEqual([
      {
        stripe_customer_id: customer,
        stripe_subscription_id: null,
        subscription_status: null,
        cancel_at_period_end: false,
      },
    ]);
  });

  test('the log names the subscription that was ended and why, and the customer who could not be read', async () => {
    const user = await app.createTestUser();
    const { customer, price } = await open(user);
    pay(customer, price);
    pay(customer, price);
    await ask('update user_account set billing_read_at = ? where id = ?', [ago(8 * hour), user.id]);
    await app.core.runJobs();
    const ended = stripe.state.kept.subscriptions.find(
      (made) => made.customer === customer && made.status === 'canceled',
    );
    expect(app.logged.filter(({ msg }) => msg === 'subscription ended')).toEqual([
      {
        level: 40,
        subscription: ended?.id,
        customer,
        because: 'it was a second one',
        msg: 'subscription ended',
      },
    ]);
    await ask('update user_account set billing_read_at = ? where id = ?', [ago(8 * hour), user.id]);
    await stripe.close();
    await app.core.runJobs();
    expect(app.logged.filter(({ msg }) => msg === 'subscription not read')).toMatchObject([
      { level: 40, customer, err: { type: 'AppError' }, msg: 'subscription not read' },
    ]);
  });
});
