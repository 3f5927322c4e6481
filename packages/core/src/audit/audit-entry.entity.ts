import { defineEntity, p, type InferEntity } from '@mikro-orm/core';

/** What was done, or denied, by whom. Kept without a link to the user, whom it outlives. */
export const AuditEntry = defineEntity({
  name: 'AuditEntry',
  indexes: [
    { name: 'audit_entry_subject', properties: ['subjectId', 'id'] },
    { name: 'audit_entry_subject_email', properties: ['subjectEmail', 'id'] },
    { name: 'audit_entry_actor_email', properties: ['actorEmail', 'id'] },
    { name: 'audit_entry_address', properties: ['address', 'id'] },
    { name: 'audit_entry_action', properties: ['action', 'id'] },
  ],
  properties: {
    id: p.uuid().primary(),
    at: p.datetime().index(),
    actorId: p.uuid().nullable(),
    actorEmail: p.text().nullable(),
    /** The account it is about. */
    subjectId: p.uuid().nullable(),
    subjectEmail: p.text().nullable(),
    via: p.text().nullable(),
    address: p.text(),
    device: p.text().default(''),
    requestId: p.text(),
    action: p.text(),
    target: p.text().nullable(),
    outcome: p.enum(['done', 'denied']),
    details: p.json<Record<string, string>>(),
    /** Its place in the chain; null where what wrote it could not give it one. */
    seq: p.bigint('number').nullable().unique(),
    hash: p.text().nullable(),
    /** Whether it got its place later than it was written: nothing proves what it said before. */
    adopted: p.boolean().default(false),
  },
});
export type AuditEntry = InferEntity<typeof AuditEntry>;

/** The end of the chain, in one row: a writer of a line holds it until the line is committed. */
export const AuditChain = defineEntity({
  name: 'AuditChain',
  properties: {
    name: p.text().primary(),
    /** The key of the hashes, encrypted under APP_SECRET. */
    key: p.text(),
    /** Number and hash of the last line. */
    seq: p.bigint('number'),
    hash: p.text(),
    /** What the chain begins after, with this key. */
    firstSeq: p.bigint('number'),
    firstHash: p.text(),
    /** Keyed, over the four before it. */
    seal: p.text(),
  },
});
export type AuditChain = InferEntity<typeof AuditChain>;
