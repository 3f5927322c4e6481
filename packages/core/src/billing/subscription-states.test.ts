import { expect, test } from 'vitest';
import type { ProviderSubscription } from '../ports/payments.ts';
import { chooseSubscription, hasEnded, isCurrent } from './subscription-states.ts';
import { paidUntil } from './sync-subscription.ts';

const day = (date: string): Date => new Date(`${date}T00:00:00.000Z`);
const subscription = (
  id: string,
  status: string,
  created = '2026-01-01',
): ProviderSubscription => ({
  id,
  status,
  created: day(created),
  periodStart: day('2026-03-01'),
  periodEnd: day('2026-04-01'),
  cancelAtPeriodEnd: false,
});

/** The states of a subscription by Stripe's documentation. */
const states = [
  'active',
  'trialing',
  'past_due',
  'incomplete',
  'incomplete_expired',
  'canceled',
  'unpaid',
  'paused',
];

test('three states are current and two are final', () => {
  expect(states.filter(isCurrent)).toEqual(['active', 'trialing', 'past_due']);
  expect([isCurrent(null), isCurrent(undefined), isCurrent('')]).toEqual([false, false, false]);
  expect(states.filter(hasEnded)).toEqual(['incomplete_expired', 'canceled']);
});

test('of those that are current the first that is paid is kept, and what could still cost is surplus', () => {
  const choose = (...all: ProviderSubscription[]) => {
    const { kept, surplus } = chooseSubscription(all);
    return [kept?.id ?? null, surplus.map(({ id }) => id)];
  };
  expect(choose()).toEqual([null, []]);
  // None is current: the newest, which the provider lists first, says why there is no Pro.
  expect(choose(subscription('b', 'canceled'), subscription('a', 'incomplete'))).toEqual(['b', []]);
  expect(
    choose(
      subscription('late', 'active', '2026-02-02'),
      subscription('first', 'active', '2026-02-01'),
      subscription('unpaid', 'past_due', '2026-01-01'),
      subscription('over', 'canceled', '2025-01-01'),
      subscription('expired', 'incomplete_expired', '2025-01-01'),
      subscription('begun', 'incomplete', '2026-03-01'),
    ),
  ).toEqual(['first', ['late', 'unpaid', 'begun']]);
  expect(
    choose(
      subscription('second', 'past_due', '2026-02-02'),
      subscription('first', 'past_due', '2026-02-01'),
    ),
  ).toEqual(['first', ['second']]);
  expect(
    choose(
      subscription('unpaid', 'past_due', '2026-01-01'),
      subscription('trial', 'trialing', '2026-03-01'),
    ),
  ).toEqual(['trial', ['unpaid']]);
});

test('Pro lasts a day beyond the period that is renewed, to the end of one that is not, and a week into one that is unpaid', () => {
  const until = (status: string, cancelAtPeriodEnd = false): string | null =>
    paidUntil({ ...subscription('a', status), cancelAtPeriodEnd })?.toISOString() ?? null;
  expect(Object.fromEntries(states.map((status) => [status, until(status)]))).toEqual({
    active: '2026-04-02T00:00:00.000Z',
    trialing: '2026-04-02T00:00:00.000Z',
    past_due: '2026-03-08T00:00:00.000Z',
    incomplete: null,
    incomplete_expired: null,
    canceled: null,
    unpaid: null,
    paused: null,
  });
  expect([until('active', true), until('trialing', true), until('past_due', true)]).toEqual([
    '2026-04-01T00:00:00.000Z',
    '2026-04-01T00:00:00.000Z',
    '2026-03-08T00:00:00.000Z',
  ]);
});
