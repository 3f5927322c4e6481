import { defineEntity, p } from '@mikro-orm/core';

/**
 * A customer at the payment provider whose account was deleted. Only these are cleared there: a
 * customer that we never knew may be somebody else's.
 */
export const GoneCustomer = defineEntity({
  name: 'GoneCustomer',
  properties: {
    id: p.text().primary(),
    goneAt: p.datetime(),
    readAt: p.datetime().nullable(),
  },
});
