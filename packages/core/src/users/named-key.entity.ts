import type { Scope } from '@columnist/contract';
import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { User } from './user.entity.ts';

/**
 * A key that a user made beside the one of the account. Of the key itself a hash alone is kept,
 * which no secret is needed
 * for: it is 256 random bits, shown once.
 */
export const NamedKey = defineEntity({
  name: 'NamedKey',
  uniques: [{ properties: ['user', 'name'] }],
  properties: {
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    name: p.text(),
    keyHash: p.text().unique(),
    lastFour: p.text(),
    scopes: p.json<Scope[]>(),
    /** null for all of them. */
    datasetIds: p.json<string[]>().nullable(),
    aggregatesOnly: p.boolean().default(false),
    createdAt: p.datetime(),
    expiresAt: p.datetime().nullable(),
    lastUsedAt: p.datetime().nullable(),
    lastUsedAddress: p.text().nullable(),
  },
});
export type NamedKey = InferEntity<typeof NamedKey>;
