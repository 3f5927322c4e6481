import { defineEntity, p } from '@mikro-orm/core';

/**
 * Work that only one does at a time, on every replica: who does it, and until when it is believed
 * that they still do.
 */
export const Lease = defineEntity({
  name: 'Lease',
  properties: { subject: p.text().primary(), holder: p.uuid(), until: p.datetime() },
});
