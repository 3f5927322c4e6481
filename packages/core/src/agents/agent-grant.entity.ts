import type { Scope } from '@columnist/contract';
import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';

/**
 * An agent that a user let in, and what it may do. Its tokens are worth as much as this row: gone,
 * it is cut off.
 */
export const AgentGrant = defineEntity({
  name: 'AgentGrant',
  properties: {
    /** The authorization server's id of the grant. */
    id: p.text().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    clientId: p.text().index(),
    clientName: p.text(),
    redirectHost: p.text(),
    scopes: p.json<Scope[]>(),
    datasetIds: p.json<string[]>().nullable(),
    aggregatesOnly: p.boolean().default(false),
    createdAt: p.datetime(),
    lastUsedAt: p.datetime().nullable(),
  },
});
export type AgentGrant = InferEntity<typeof AgentGrant>;
