import { defineEntity, p } from '@mikro-orm/core';

/** By which the first administrator is made; kept as a hash. */
export const SetupToken = defineEntity({
  name: 'SetupToken',
  properties: { tokenHash: p.text().primary(), expiresAt: p.datetime() },
});
