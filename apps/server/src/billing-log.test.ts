import {
  cancelSubscription,
  createCheckoutSession,
  deleteAccount,
  getMe,
  resumeSubscription,
} from '@columnist/core';
import type { TestCore, TestUser } from '@columnist/core/testing';
import { databaseKinds } from '@columnist/core/testing-databases';
import type { StripeSandbox } from '@columnist/sandbox';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createTestPayments,
  signatureOf,
  type PaymentEvent,
  type TestPayments,
} from './testing-payments.ts';

const publicUrl = 'http://localhost:3000';

describe.each(databaseKinds)('what is kept of payments on %s', (kind) => {
  let stripe: StripeSandbox;
  let app: TestCore;
  let events: PaymentEvent[] = [];
  let close: () => Promise<void>;
  let as: TestPayments['as'];
  let urls: TestPayments['urls'];
  let open: TestPayments['open'];
  beforeAll(async () => {
    ({ stripe, app, close, as, urls, open } = await createTestPayments(kind, publicUrl, (event) => {
      events.push(event);
    }));
  });
  afterAll(() => close());
  beforeEach(() => {
    events = [];
  });

  const tier = async (user: TestUser) => (await getMe(await as(user))).subscription_tier;
  const leave = async (user: TestUser) =>
    deleteAccount(await as(user), { email: user.email, password: user.password });
  const deliver = async (event: PaymentEvent | undefined) => {
    const payload = JSON.stringify(event);
    const signature = signatureOf(payload, stripe.webhookSecret);
    await app.core.takeEvent(Buffer.from(payload), signature);
  };
  const paid = async () => {
    const user = await app.createTestUser();
    const checkout = await open(user);
    events = [];
    stripe.state.pay(checkout);
    const sent = events;
    for (const event of sent) await deliver(event);
    const subscription = stripe.state.kept.subscriptions.find(
      ({ id }) => id === checkout.subscription,
    );
    if (subscription === undefined) throw new Error('There is no subscription.');
    return { user, sent, subscription };
  };
  const subscribed = (customer: string, price: string) =>
    stripe.state.pay({
      id: `cs_test_${randomUUID()}`,
      customer,
      price,
      subscription: null,
      status: 'open' as const,
      ...urls,
    });
  const statesOf = (customer: string) =>
    stripe.state.kept.subscriptions
      .filter((made) => made.customer === customer)
      .map(({ status }) => status);
  /** Lines of the audit log on payments, in their order. */
  const linesOf = async (subject: string) =>
    app.core.orm.em
      .fork()
      .execute(
        "select action, via, target, details from audit_entry where action like 'usage.%' and " +
          '(subject_email = ? or actor_email = ?) order by id',
        [subject, subject],
      );

  test('each change of a plan is a line that says what was and what is, and what changes nothing is none', async () => {
    const { user, sent, subscription } = await paid();
    const end = (days: number) =>
      new Date((subscription.periodEnd + days * 86_400) * 1000).toISOString();
    const [active, ending] = [
      `active, Pro until ${end(1)}`,
      `active, Pro until ${end(0)}, then ended`,
    ];
    const changed = (before: string, after: string) => ({
      action: 'usage.planChanged',
      via: 'payments',
      target: user.email,
      details: { before, after },
    });
    const asked = (action: string) => ({
      action: `usage.${action}`,
      via: 'session',
      target: user.email,
      details: {},
    });
    for (const event of sent.toReversed()) await deliver(event);
    expect(await linesOf(user.email)).toEqual([changed('none', active)]);
    await cancelSubscription(await as(user));
    await resumeSubscription(await as(user));
    await cancelSubscription(await as(user));
    expect((await linesOf(user.email)).slice(1)).toEqual([
      changed(active, ending),
      asked('cancelSubscription'),
      changed(ending, active),
      asked('resumeSubscription'),
      changed(active, ending),
      asked('cancelSubscription'),
    ]);
    events = [];
    stripe.state.end(subscription);
    for (const event of events) await deliver(event);
    expect((await linesOf(user.email)).slice(7)).toEqual([changed(ending, 'canceled')]);
  });

  test('where there is nothing to change, it says what to do, and asks the provider before', async () => {
    const refused = {
      code: 'conflict',
      message: 'There is no subscription to change.',
      details: { fix: 'Upgrade to Pro first.' },
    };
    const idle = await app.createTestUser();
    await expect(cancelSubscription(await as(idle))).rejects.toMatchObject(refused);
    const { customer } = await open(idle);
    await expect(resumeSubscription(await as(idle))).rejects.toMatchObject(refused);
    // A customer is made once.
    expect((await open(idle)).customer).toBe(customer);
    const { user, subscription } = await paid();
    await expect(createCheckoutSession(await as(user), urls)).rejects.toMatchObject({
      code: 'conflict',
      details: { fix: 'Manage it on the subscription page.' },
    });
    // Ended there, which no event has said yet.
    stripe.state.end(subscription);
    await expect(cancelSubscription(await as(user))).rejects.toMatchObject(refused);
  });

  test('an event that was applied is not applied again; one of nobody is kept and changes nothing', async () => {
    const { user, sent, subscription } = await paid();
    events = [];
    stripe.state.end(subscription);
    for (const event of sent) await deliver(event);
    expect(await tier(user)).toBe('paid');
    for (const event of events) await deliver(event);
    expect(await tier(user)).toBe('free');
    const ofNobody = {
      id: `evt_test_${randomUUID()}`,
      object: 'event',
      type: 'product.updated',
      data: { object: { id: 'prod_test', object: 'product' } },
    };
    const payload = JSON.stringify(ofNobody);
    const signature = signatureOf(payload, stripe.webhookSecret);
    await app.core.takeEvent(Buffer.from(payload), signature);
    expect(
      await app.core.orm.em
        .fork()
        .execute(
          'select type, customer_id, applied_at is not null as applied from stripe_event where id = ?',
          [ofNobody.id],
        ),
    ).toEqual([{ type: 'product.updated', customer_id: null, applied: true }]);
    for (const missing of [undefined, ''])
      await expect(app.core.takeEvent(Buffer.from(payload), missing)).rejects.toMatchObject({
        code: 'malformed_request',
        message: 'The signature of this event does not hold.',
        details: { fix: 'Send the body unchanged, signed within the last five minutes.' },
      });
  });

  test('of customers of deleted accounts each is read for itself, and others are left alone', async () => {
    const { user, subscription } = await paid();
    const [first, second] = [await app.createTestUser(), await app.createTestUser()];
    const [{ customer, price }, { customer: quiet }] = [await open(first), await open(second)];
    await leave(first);
    await leave(second);
    events = [];
    subscribed(customer, price);
    const stranger = `cus_test_${randomUUID()}`;
    subscribed(stranger, price);
    for (const event of events) await deliver(event);
    expect([statesOf(customer), statesOf(stranger)]).toEqual([['canceled'], ['active']]);
    expect(
      await app.core.orm.em
        .fork()
        .execute(
          'select id, read_at is not null as read from gone_customer where id in (?, ?) order by read_at',
          [customer, quiet],
        ),
    ).toEqual([
      { id: customer, read: true },
      { id: quiet, read: false },
    ]);
    const ended = await app.core.orm.em
      .fork()
      .execute("select via, details from audit_entry where action = 'usage.subscriptionEnded'");
    expect(ended).toEqual([{ via: 'payments', details: { because: 'its account was deleted' } }]);
    expect([await tier(user), statesOf(subscription.customer)]).toEqual(['paid', ['active']]);
  });
});
