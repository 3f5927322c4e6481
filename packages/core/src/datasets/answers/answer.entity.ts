import type { AnswerFacts } from '@columnist/contract';
import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { User } from '../../users/user.entity.ts';
import { Dataset } from '../records/dataset.entity.ts';

/** How an answer to a program was computed; the answer itself is not kept. */
export const Answer = defineEntity({
  name: 'Answer',
  indexes: [{ name: 'answer_user_id_created_at', properties: ['user', 'createdAt'] }],
  properties: {
    /** Digest of user, question and version. */
    id: p.text().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade'),
    /** null for statements, which may read several. */
    dataset: () => p.manyToOne(Dataset).deleteRule('cascade').nullable(),
    /** Whether it was answered to a credential that may not read rows: others are kept from these. */
    narrowed: p.boolean(),
    path: p.text(),
    input: p.json<Record<string, unknown>>(),
    facts: p.json<AnswerFacts>(),
    createdAt: p.datetime(),
  },
});
export type Answer = InferEntity<typeof Answer>;
