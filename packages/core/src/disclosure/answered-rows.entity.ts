import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { Dataset } from '../datasets/records/dataset.entity.ts';
import type { AnsweredSet } from './answered-sets.ts';

/** The sets of rows of a version that were answered about to credentials that may not read rows. */
export const AnsweredRows = defineEntity({
  name: 'AnsweredRows',
  properties: {
    dataset: () => p.manyToOne(Dataset).primary().deleteRule('cascade'),
    version: p.integer().primary(),
    /**
     * Rows that were always answered about together are one kind: the kind of each row as 32-bit
     * integers, deflated, in base64.
     */
    kindOfRow: p.text(),
    sets: p.json<AnsweredSet[]>(),
  },
});
export type AnsweredRows = InferEntity<typeof AnsweredRows>;
