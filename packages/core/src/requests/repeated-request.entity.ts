import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';

/**
 * A request that its sender may send again: what it asked, and, once it is done, what it was
 * answered.
 */
export const RepeatedRequest = defineEntity({
  name: 'RepeatedRequest',
  properties: {
    user: () => p.manyToOne(User).primary().deleteRule('cascade'),
    /** Digest of the credential and of the Idempotency-Key. */
    key: p.text().primary(),
    /** Keyed digest of method, address and body, and of what the credential was narrowed to. */
    fingerprint: p.text(),
    /** Encrypted; null while it is being answered. */
    answer: p.text().nullable(),
    /**
     * When the key is free again: soon while it is being answered, so that a crash does not hold
     * it.
     */
    freeAt: p.datetime(),
  },
});
export type RepeatedRequest = InferEntity<typeof RepeatedRequest>;
