import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** What was done, or denied, by whom. Kept without a link to the user, whom it outlives. */
export const AuditEntry = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entry',
  properties: {
    id: p.uuid().primary(),
    at: p.datetime().index(),
    actorId: p.uuid().nullable(),
    actorEmail: p.text().nullable(),
    via: p.text().nullable(),
    address: p.text(),
    requestId: p.text(),
    action: p.text(),
    target: p.text().nullable(),
    outcome: p.enum(['done', 'denied']),
    details: p.json<Record<string, string>>(),
  },
});
export type AuditEntry = InferEntity<typeof AuditEntry>;
