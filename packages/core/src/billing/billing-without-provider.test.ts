import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorizationOf, createTestCore, type TestCore, type TestUser } from '../testing.ts';
import { User } from '../users/user.entity.ts';
import { cancelSubscription, resumeSubscription } from './change-subscription.ts';
import { createCheckoutSession } from './create-checkout-session.ts';
import { getSubscription } from './get-subscription.ts';
import { GoneCustomer } from './gone-customer.entity.ts';
import { openBillingPortal } from './open-billing-portal.ts';
import { reconcileSubscriptions } from './reconcile-subscriptions.ts';
import { StripeEvent } from './stripe-event.entity.ts';
import { applyAbandonedEvents, takeEvent } from './take-event.ts';

const urls = {
  success_url: 'http://localhost:3000/app/subscription?success=true',
  cancel_url: 'http://localhost:3000/app/subscription?canceled=true',
};
const after = (from: Date, seconds: number): Date => new Date(from.getTime() + seconds * 1000);
const hour = 3600;
const day = 24 * hour;

// The provider of this core cannot be reached: what is asserted here does not ask it, or has to bear that.
describe('billing while the provider cannot be reached', () => {
  let app: TestCore;
  beforeAll(async () => {
    app = await createTestCore();
  });
  afterAll(() => app.close());
  const as = (user: TestUser) => app.contextOf(authorizationOf(user));
  const ground = async () => app.contextOf();
  const write = (user: TestUser, fields: Partial<User>) =>
    app.core.orm.em.fork().nativeUpdate(User, { id: user.id }, fields);

  test('what is refused says what to do, whole', async () => {
    const user = await app.createTestUser();
    const nothing = {
      code: 'conflict',
      message: 'There is no subscription to change.',
      details: { fix: 'Upgrade to Pro first.' },
    };
    await expect(cancelSubscription(await as(user))).rejects.toMatchObject(nothing);
    await expect(resumeSubscription(await as(user))).rejects.toMatchObject(nothing);
    await expect(openBillingPortal(await as(user))).rejects.toMatchObject({
      code: 'conflict',
      message: 'There is nothing billed yet.',
      details: { fix: 'Upgrade to Pro first.' },
    });
    await expect(
      createCheckoutSession(await as(await app.createTestUser({ verified: false })), urls),
    ).rejects.toMatchObject({
      code: 'email_unverified',
      message: 'Verify your email address to upgrade.',
    });
    for (const field of ['success_url', 'cancel_url'] as const)
      await expect(
        createCheckoutSession(await as(user), { ...urls, [field]: 'https://evil.example/app' }),
      ).rejects.toMatchObject({
        code: 'invalid_input',
        message: `${field}: the address must be one of this site.`,
        details: {
          errors: [{ field, message: 'Use an address that begins with http://localhost:3000.' }],
        },
      });
  });

  test('a key changes no subscription, and nobody is nobody’s', async () => {
    const { apiKey } = await app.createTestUser();
    for (const change of [cancelSubscription, resumeSubscription, openBillingPortal]) {
      await expect(change(await app.contextOf({ apiKey: apiKey ?? '' }))).rejects.toMatchObject({
        code: 'forbidden',
      });
      await expect(change(await ground())).rejects.toMatchObject({ code: 'unauthenticated' });
    }
  });

  test('a subscription is shown while it is paid for, and a grant while it lasts', async () => {
    const user = await app.createTestUser();
    const now = app.clock.now();
    const shown = async (fields: Partial<User>) => {
      await write(user, {
        paidUntil: null,
        periodEndsAt: null,
        subscriptionStatus: null,
        cancelAtPeriodEnd: false,
        grantedProUntil: null,
        stripeCustomerId: null,
        ...fields,
      });
      const { tier, status, period_ends_at, cancel_at_period_end, granted_until, billed } =
        await getSubscription(await as(user));
      return [tier, status, period_ends_at, cancel_at_period_end, granted_until, billed];
    };
    const paid = { subscriptionStatus: 'active', cancelAtPeriodEnd: true, periodEndsAt: now };
    expect(await shown({})).toEqual(['free', null, null, false, null, false]);
    expect(await shown({ ...paid, paidUntil: after(now, 1) })).toEqual([
      'paid',
      'active',
      now.toISOString(),
      true,
      null,
      false,
    ]);
    expect(await shown({ ...paid, paidUntil: after(now, 1), periodEndsAt: null })).toEqual([
      'paid',
      'active',
      null,
      true,
      null,
      false,
    ]);
    for (const paidUntil of [now, after(now, -1), null])
      expect(await shown({ ...paid, paidUntil })).toEqual(['free', null, null, false, null, false]);
    const granted = after(now, 1);
    expect(await shown({ grantedProUntil: granted, stripeCustomerId: 'cus_own' })).toEqual([
      'paid',
      null,
      null,
      false,
      granted.toISOString(),
      true,
    ]);
    for (const grantedProUntil of [now, after(now, -1)])
      expect(await shown({ grantedProUntil })).toEqual(['free', null, null, false, null, false]);
  });

  test('customers are asked about again after six hours, and five minutes after a period has ended', async () => {
    const user = await app.createTestUser();
    const now = app.clock.now();
    const due = async (fields: Partial<User>): Promise<number> => {
      await write(user, {
        stripeCustomerId: 'cus_due',
        periodEndsAt: null,
        subscriptionStatus: null,
        ...fields,
      });
      return reconcileSubscriptions(await ground());
    };
    const read = (seconds: number) => ({ billingReadAt: after(now, -seconds) });
    const ended = { periodEndsAt: after(now, -1), subscriptionStatus: 'active' };
    expect([
      await due({ billingReadAt: null }),
      await due(read(6 * hour + 1)),
      await due(read(6 * hour)),
      await due({ ...read(6 * hour + 1), stripeCustomerId: null }),
      await due({ ...read(301), ...ended }),
      await due({ ...read(301), ...ended, subscriptionStatus: 'trialing' }),
      await due({ ...read(301), ...ended, subscriptionStatus: 'past_due' }),
      await due({ ...read(300), ...ended }),
      await due({ ...read(301), ...ended, periodEndsAt: now }),
    ]).toEqual([1, 1, 0, 0, 1, 1, 0, 0, 0]);
    // What could not be asked was not read: it is due again, and what is known of it stays.
    expect(await due({ billingReadAt: null })).toBe(1);
    const row = await app.core.orm.em.fork().findOneOrFail(User, { id: user.id });
    expect([row.billingReadAt, row.stripeCustomerId]).toEqual([null, 'cus_due']);
    await write(user, { stripeCustomerId: null });
  });

  test('customers of deleted accounts are asked about for sixty days, every six hours', async () => {
    const em = app.core.orm.em.fork();
    const now = app.clock.now();
    const due = async (goneDays: number, readHours: number | null): Promise<[number, number]> => {
      await em.nativeDelete(GoneCustomer, {});
      await em.insert(GoneCustomer, {
        id: 'cus_gone',
        goneAt: after(now, -goneDays * day),
        readAt: readHours === null ? null : after(now, -readHours * hour),
      });
      const asked = await reconcileSubscriptions(await ground());
      return [asked, await em.fork().count(GoneCustomer, {})];
    };
    expect([
      await due(1, null),
      await due(1, 7),
      await due(1, 5),
      await due(60, null),
      await due(61, null),
    ]).toEqual([
      [1, 1],
      [1, 1],
      [0, 1],
      [1, 1],
      [0, 0],
    ]);
    await em.nativeDelete(GoneCustomer, {});
  });

  const signer = new Stripe('sk_test', { telemetry: false });
  const sign = (payload: string): string =>
    signer.webhooks.generateTestHeaderString({ payload, secret: 'whsec_test' });
  const eventOf = (id: string, customer: string): string =>
    JSON.stringify({
      id,
      object: 'event',
      type: 'customer.subscription.updated',
      created: Math.floor(Date.now() / 1000),
      data: { object: { id: 'sub_1', object: 'subscription', customer } },
    });

  test('an event needs its signature; of a customer that is none of ours it is noted and done', async () => {
    const body = eventOf('evt_stranger', 'cus_stranger');
    const refused = {
      code: 'malformed_request',
      message: 'The signature of this event does not hold.',
      details: { fix: 'Send the body unchanged, signed within the last five minutes.' },
    };
    await expect(takeEvent(await ground(), Buffer.from(body), undefined)).rejects.toMatchObject(
      refused,
    );
    await expect(
      takeEvent(await ground(), Buffer.from(`${body} `), sign(body)),
    ).rejects.toMatchObject(refused);
    const em = app.core.orm.em;
    expect(await em.fork().count(StripeEvent, {})).toBe(0);
    await takeEvent(await ground(), Buffer.from(body), sign(body));
    app.clock.advance(1);
    await takeEvent(await ground(), Buffer.from(body), sign(body));
    expect(await em.fork().find(StripeEvent, {})).toMatchObject([
      {
        id: 'evt_stranger',
        type: 'customer.subscription.updated',
        customerId: 'cus_stranger',
        // Done at first: the second one changes nothing.
        appliedAt: after(app.clock.now(), -1),
      },
    ]);
  });

  test('an event whose question failed is asked again after ten seconds, and forgotten sixty days after it was done', async () => {
    const user = await app.createTestUser();
    await write(user, { stripeCustomerId: 'cus_waits' });
    const em = app.core.orm.em;
    await em.fork().nativeDelete(StripeEvent, {});
    const body = eventOf('evt_waits', 'cus_waits');
    await expect(takeEvent(await ground(), Buffer.from(body), sign(body))).rejects.toThrow(
      'The payment provider does not answer at the moment.',
    );
    app.clock.advance(10);
    expect(await applyAbandonedEvents(await ground())).toBe(0);
    app.clock.advance(1);
    await expect(applyAbandonedEvents(await ground())).rejects.toThrow(
      'The payment provider does not answer at the moment.',
    );
    expect(await em.fork().count(StripeEvent, { appliedAt: null })).toBe(1);
    // The customer is nobody's any more: there is nothing left to ask.
    await write(user, { stripeCustomerId: null });
    expect(await applyAbandonedEvents(await ground())).toBe(1);
    expect(await em.fork().count(StripeEvent, { appliedAt: null })).toBe(0);
    app.clock.advance(60 * day - 11);
    await applyAbandonedEvents(await ground());
    expect(await em.fork().count(StripeEvent, {})).toBe(1);
    app.clock.advance(1);
    await applyAbandonedEvents(await ground());
    expect(await em.fork().count(StripeEvent, {})).toBe(0);
  });
});
