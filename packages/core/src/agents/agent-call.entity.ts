import type { AgentCall as Shown } from '@columnist/contract';
import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';

/** One call of a key or of an agent, for its owner to read. */
export const AgentCall = defineEntity({
  name: 'AgentCall',
  indexes: [{ name: 'agent_call_user_id_id_index', properties: ['user', 'id'] }],
  properties: {
    id: p.uuid().primary(),
    /**
     * Without a constraint, which would lock the user's row at each call; deleteAccount removes
     * them.
     */
    user: () => p.manyToOne(User).createForeignKeyConstraint(false),
    at: p.datetime().index(),
    via: p.enum(['api-key', 'oauth']),
    /** Kept without a link: the call stays when the agent is gone. */
    grantId: p.text().nullable(),
    agent: p.text(),
    /** Of the named key, kept without a link as well. */
    keyName: p.text().nullable(),
    call: p.text(),
    datasetId: p.uuid().nullable(),
    rows: p.json<NonNullable<Shown['rows']>>().nullable(),
    handedOut: p.json<NonNullable<Shown['handed_out']>>().nullable(),
    outcome: p.text(),
  },
});
export type AgentCall = InferEntity<typeof AgentCall>;
