import { defineEntity, p } from '@mikro-orm/core';

/**
 * An event that Stripe sent, noted before it is acted on: what was not applied is applied by a job.
 */
export const StripeEvent = defineEntity({
  name: 'StripeEvent',
  properties: {
    id: p.text().primary(),
    type: p.text(),
    customerId: p.text().nullable(),
    receivedAt: p.datetime().index(),
    appliedAt: p.datetime().nullable(),
  },
});
