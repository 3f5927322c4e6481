import type { TestCore, TestUser } from '@columnist/core/testing';
import { databaseKinds } from '@columnist/core/testing-databases';
import {
  cancelSubscription,
  createCheckoutSession,
  deleteAccount,
  getMe,
  getSubscription,
  listInvoices,
  openBillingPortal,
  resumeSubscription,
} from '@columnist/core';
import type { StripeSandbox } from '@columnist/sandbox';
import { ofRuns } from '@columnist/testing';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestPayments,
  signatureOf,
  type PaymentEvent,
  type TestPayments,
} from './testing-payments.ts';

const publicUrl = 'http://localhost:3000';

describe.each(databaseKinds)('payments on %s', (kind) => {
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

  const tier = async (user: TestUser) => (await getMe(await as(user))).subscription_tier;
  const now = () => Math.floor(app.clock.now().getTime() / 1000);

  async function deliver(
    event: PaymentEvent,
    change: { payload?: string; secret?: string; timestamp?: number } = {},
  ): Promise<void> {
    const payload = JSON.stringify(event);
    const secret = change.secret ?? stripe.webhookSecret;
    const signature = signatureOf(payload, secret, change.timestamp);
    await app.core.takeEvent(Buffer.from(change.payload ?? payload), signature);
  }

  /** A checkout that the server does not know of, as of two at the same moment. */
  const another = (customer: string, price: string) => ({
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
  const leave = async (user: TestUser) =>
    deleteAccount(await as(user), { email: user.email, password: user.password });
  /** What the audit log says of ended subscriptions of this customer. */
  const endsOf = async (customer: string) => {
    const own = stripe.state.kept.subscriptions
      .filter((made) => made.customer === customer)
      .map(({ id }) => id);
    const lines = await app.core.orm.em
      .fork()
      .execute<{ target: string; details: { because: string } }[]>(
        "select target, details from audit_entry where action = 'usage.subscriptionEnded'",
      );
    return lines.filter(({ target }) => own.includes(target)).map(({ details }) => details.because);
  };

  /** Somebody on the checkout page, who has paid; their events are not delivered yet. */
  async function paid(): Promise<{
    user: TestUser;
    sent: PaymentEvent[];
    subscription: (typeof stripe.state.kept.subscriptions)[number];
  }> {
    const user = await app.createTestUser();
    const checkout = await open(user);
    events = [];
    stripe.state.pay(checkout);
    const subscription = stripe.state.kept.subscriptions.find(
      ({ id }) => id === checkout.subscription,
    );
    if (subscription === undefined) throw new Error('There is no subscription.');
    return { user, sent: events, subscription };
  }

  test('the checkout is on the provider’s page; returning from it grants nothing, its events do', async () => {
    const user = await app.createTestUser();
    const session = await createCheckoutSession(await as(user), urls);
    expect(session).toEqual({
      public_key: 'pk_test_sandbox',
      checkout_session_id: expect.stringMatching(/^cs_test_/),
      checkout_url: `${publicUrl}/sandbox/checkout/${session.checkout_session_id}`,
    });
    await expect(
      createCheckoutSession(await as(user), { ...urls, success_url: 'https://evil.example/' }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
      details: { errors: [{ field: 'success_url' }] },
    });
    await expect(
      createCheckoutSession(await as(await app.createTestUser({ verified: false })), urls),
    ).rejects.toMatchObject({ code: 'email_unverified' });
    const { user: payer, sent } = await paid();
    expect(await tier(payer)).toBe('free');
    for (const event of sent) await deliver(event);
    expect(await tier(payer)).toBe('paid');
    await expect(createCheckoutSession(await as(payer), urls)).rejects.toMatchObject({
      code: 'conflict',
      message: 'You already have a Pro subscription.',
    });
    expect(await getSubscription(await as(payer))).toMatchObject({
      tier: 'paid',
      price: 29,
      status: 'active',
      cancel_at_period_end: false,
      billed: true,
    });
    expect((await listInvoices(await as(payer))).items).toMatchObject([
      { amount: 29, currency: 'usd', status: 'paid' },
    ]);
    expect((await openBillingPortal(await as(payer))).url).toContain('/sandbox/billing/cus_test_');
  });

  test('canceled, it lasts to the end of the period, can be resumed, and then is free with the data readable', async () => {
    const { user, sent, subscription } = await paid();
    for (const event of sent) await deliver(event);
    expect(await cancelSubscription(await as(user))).toMatchObject({
      tier: 'paid',
      cancel_at_period_end: true,
      period_ends_at: new Date(subscription.periodEnd * 1000).toISOString(),
    });
    expect(await resumeSubscription(await as(user))).toMatchObject({ cancel_at_period_end: false });
    await cancelSubscription(await as(user));
    app.clock.advance(subscription.periodEnd - now() - 1);
    expect(await tier(user)).toBe('paid');
    events = [];
    app.clock.advance(1);
    stripe.state.advance(0);
    expect(events.map(({ type }) => type)).toContain('customer.subscription.deleted');
    for (const event of events) await deliver(event);
    expect(await tier(user)).toBe('free');
    expect(await getSubscription(await as(user))).toMatchObject({
      tier: 'free',
      status: null,
      period_ends_at: null,
    });
    await expect(cancelSubscription(await as(user))).rejects.toMatchObject({ code: 'conflict' });
  });

  test('any order, repetition and lateness of events ends in the plan that the provider’s objects say, also while these go on', async () => {
    const wanted = [
      'checkout.session.completed',
      'customer.subscription.created',
      'customer.subscription.deleted',
      'customer.subscription.updated',
      'invoice.paid',
    ];
    const orders = fc.shuffledSubarray(wanted, { minLength: wanted.length });
    await fc.assert(
      fc.asyncProperty(
        orders,
        fc.array(fc.nat(), { minLength: 5, maxLength: 5 }),
        fc.nat({ max: 5 }),
        fc.nat({ max: 5 }),
        fc.boolean(),
        async (order, repeats, cancelAt, endAt, ends) => {
          const { user, subscription } = await paid();
          const [cancel, end] = [Math.min(cancelAt, endAt), Math.max(cancelAt, endAt)];
          const sent = () => [...new Map(events.map((event) => [event.type, event])).values()];
          const advance = (at: number) => {
            if (at === cancel) stripe.state.setCancel(subscription, true);
            if (at === end && ends) stripe.state.end(subscription);
          };
          for (const [i, type] of order.entries()) {
            advance(i);
            const event = sent().find((candidate) => candidate.type === type);
            if (event !== undefined) await deliver(event);
            const again = sent()[(repeats[i] ?? 0) % sent().length];
            if (again !== undefined) await deliver(again);
          }
          advance(order.length);
          // Late, and in the opposite order.
          for (const event of sent().toReversed()) await deliver(event);
          expect(
            sent()
              .map(({ type }) => type)
              .toSorted(),
          ).toEqual(
            ends ? wanted : wanted.filter((type) => type !== 'customer.subscription.deleted'),
          );
          expect(await tier(user)).toBe(ends ? 'free' : 'paid');
        },
      ),
      ofRuns(10, 40),
    );
  });

  test('the same event fifty times at once is one event', async () => {
    const { user, sent } = await paid();
    const [event] = sent;
    if (event === undefined) throw new Error('There is no event.');
    await Promise.all(Array.from({ length: 50 }, () => deliver(event)));
    expect(await tier(user)).toBe('paid');
    expect(
      await app.core.orm.em
        .fork()
        .execute(
          'select count(*)::int as n from stripe_event where id = ? and applied_at is not null',
          [event.id],
        ),
    ).toEqual([{ n: 1 }]);
  });

  test('wrong, missing, old and future signatures, and altered bodies, have no effect', async () => {
    const { user, sent } = await paid();
    const [event] = sent;
    if (event === undefined) throw new Error('There is no event.');
    const refusal = { code: 'malformed_request' };
    await expect(deliver(event, { secret: 'whsec_other' })).rejects.toMatchObject(refusal);
    await expect(deliver(event, { payload: `${JSON.stringify(event)} ` })).rejects.toMatchObject(
      refusal,
    );
    for (const seconds of [-301, 310, 86_400])
      await expect(
        deliver(event, { timestamp: Math.floor(Date.now() / 1000) + seconds }),
      ).rejects.toMatchObject(refusal);
    await expect(
      app.core.takeEvent(Buffer.from(JSON.stringify(event)), undefined),
    ).rejects.toMatchObject(refusal);
    expect(await tier(user)).toBe('free');
  });

  test('an event noted by a process that then ended is applied by the job, and so is what came with no event', async () => {
    const first = await paid();
    const [event] = first.sent;
    await app.core.orm.em
      .fork()
      .execute(
        'insert into stripe_event (id, type, customer_id, received_at) values (?, ?, ?, ?)',
        [event?.id, event?.type, first.subscription.customer, app.clock.now()],
      );
    app.clock.advance(61);
    await app.core.runJobs();
    expect(await tier(first.user)).toBe('paid');
    const lost = await paid();
    app.clock.advance(6 * 3600 + 1);
    await app.core.runJobs();
    expect(await tier(lost.user)).toBe('paid');
  });

  test('a failed payment leaves seven days of grace', async () => {
    const { user, sent, subscription } = await paid();
    for (const event of sent) await deliver(event);
    stripe.state.setCard(subscription, true);
    const end = subscription.periodEnd;
    app.clock.advance(end - now());
    events = [];
    stripe.state.advance(0);
    for (const event of events) await deliver(event);
    expect(await getSubscription(await as(user))).toMatchObject({
      tier: 'paid',
      status: 'past_due',
    });
    app.clock.advance(7 * 86_400 - 1);
    expect(await tier(user)).toBe('paid');
    app.clock.advance(1);
    expect(await tier(user)).toBe('free');
    events = [];
    stripe.state.setCard(subscription, false);
    for (const event of events) await deliver(event);
    expect(await tier(user)).toBe('paid');
  });

  test('a checkout that is opened ends the one before, which nobody can pay any more', async () => {
    const user = await app.createTestUser();
    const [first, second] = [await open(user), await open(user)];
    expect([first.status, second.status]).toEqual(['expired', 'open']);
    stripe.state.pay(first);
    expect(statesOf(second.customer)).toEqual([]);
    // Of two that come at once one is refused, or comes after the other and expires it.
    const asked = await Promise.all([as(user), as(user)]);
    await Promise.allSettled(asked.map((ctx) => createCheckoutSession(ctx, urls)));
    const left = stripe.state.kept.checkouts.filter(
      ({ customer, status }) => customer === second.customer && status === 'open',
    );
    expect(left.length).toBe(1);
  });

  test('a second subscription is ended at once, and what was paid for it pays the next invoice', async () => {
    const { user, sent, subscription } = await paid();
    const { customer, price } = subscription;
    app.clock.advance(60);
    stripe.state.pay(another(customer, price));
    expect(statesOf(customer)).toEqual(['active', 'active']);
    for (const event of [...sent, ...events]) await deliver(event);
    expect(statesOf(customer)).toEqual(['active', 'canceled']);
    expect(await endsOf(customer)).toEqual(['it was a second one']);
    expect(await tier(user)).toBe('paid');
    const invoiced = async () =>
      (await listInvoices(await as(user))).items.map(({ amount }) => amount);
    expect(await invoiced()).toEqual([0, 29, 29]);
    app.clock.advance(subscription.periodEnd - now());
    stripe.state.advance(0);
    expect(await invoiced()).toEqual([0, 0, 29, 29]);
    await cancelSubscription(await as(user));
    expect(stripe.state.kept.subscriptions.filter((made) => made.customer === customer)).toEqual([
      expect.objectContaining({ status: 'active', cancelAtPeriodEnd: true }),
      expect.objectContaining({ status: 'canceled' }),
    ]);
  });

  test('a deleted account pays nothing: neither what was paid unheard nor an open checkout is left', async () => {
    const { user, subscription } = await paid();
    const { customer, price } = subscription;
    // More than the provider lists at once.
    for (let n = 0; n < 100; n += 1) stripe.state.pay(another(customer, price));
    await leave(user);
    expect(statesOf(customer)).toEqual(Array.from({ length: 101 }, () => 'canceled'));
    const idle = await app.createTestUser();
    const checkout = await open(idle);
    await leave(idle);
    stripe.state.pay(checkout);
    expect([checkout.status, statesOf(checkout.customer)]).toEqual(['expired', []]);
  });

  test('what is paid after the account was deleted is ended by its event, and without one by the job', async () => {
    const late = async () => {
      const user = await app.createTestUser();
      const { customer, price } = await open(user);
      await leave(user);
      events = [];
      stripe.state.pay(another(customer, price));
      expect(statesOf(customer)).toEqual(['active']);
      return { customer, sent: events };
    };
    const heard = await late();
    for (const event of heard.sent) await deliver(event);
    const unheard = await late();
    await app.core.runJobs();
    for (const { customer } of [heard, unheard])
      expect([statesOf(customer), await endsOf(customer)]).toEqual([
        ['canceled'],
        ['its account was deleted'],
      ]);
    // Again after hours, for two months.
    const { customer, price } = stripe.state.kept.subscriptions.at(-1) ?? {};
    if (customer === undefined || price === undefined) throw new Error('There is no subscription.');
    stripe.state.pay(another(customer, price));
    app.clock.advance(6 * 3600 + 1);
    await app.core.runJobs();
    expect(statesOf(customer)).toEqual(['canceled', 'canceled']);
    app.clock.advance(60 * 86_400);
    await app.core.runJobs();
    expect(await app.core.orm.em.fork().execute('select id from gone_customer')).toEqual([]);
  });

  test('customers that were never ours keep what they pay', async () => {
    const { subscription, sent } = await paid();
    const customer = `cus_test_${randomUUID()}`;
    stripe.state.pay(another(customer, subscription.price));
    for (const event of [...sent, ...events]) await deliver(event);
    await app.core.runJobs();
    expect(statesOf(customer)).toEqual(['active']);
  });

  test('while a payment is being made neither a checkout is opened nor the account deleted', async () => {
    const user = await app.createTestUser();
    const checkout = await open(user);
    checkout.processing = true;
    await expect(open(user)).rejects.toMatchObject({ code: 'conflict' });
    await expect(leave(user)).rejects.toMatchObject({ code: 'conflict' });
    expect([await tier(user), checkout.status]).toEqual(['free', 'open']);
    checkout.processing = false;
    await leave(user);
    expect(checkout.status).toBe('expired');
  });
});
