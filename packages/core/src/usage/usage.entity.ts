import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';

/** API queries of a user in a UTC month, reserved ones included. */
export const UsageMonth = defineEntity({
  name: 'UsageMonth',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    month: p.text().primary(),
    used: p.integer(),
  },
});

/** Confirmed API queries of a user on a UTC day. */
export const UsageDay = defineEntity({
  name: 'UsageDay',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    day: p.text().primary(),
    used: p.integer(),
  },
});

/**
 * A unit taken before the work; gone when the work is done, given back when it failed or expired.
 */
export const UsageReservation = defineEntity({
  name: 'UsageReservation',
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    month: p.text(),
    expiresAt: p.datetime().index(),
  },
});

/** Calls of one subject (a user, an address) in one minute. */
export const RateWindow = defineEntity({
  name: 'RateWindow',
  properties: {
    subject: p.text().primary(),
    minute: p.bigint('number').primary(),
    calls: p.integer(),
  },
});
