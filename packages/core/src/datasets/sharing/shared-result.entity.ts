import type { TestResult } from '@columnist/contract';
import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { User } from '../../users/user.entity.ts';
import { Dataset } from '../records/dataset.entity.ts';

/**
 * A result under a link, as it was when it was shared; the link itself is kept as a digest only.
 */
export const SharedResult = defineEntity({
  name: 'SharedResult',
  properties: {
    id: p.uuid().primary(),
    dataset: () => p.manyToOne(Dataset).deleteRule('cascade'),
    /** As it was when the result was shared; none where an earlier version of the server kept it. */
    datasetName: p.text().nullable(),
    tokenHash: p.text().unique(),
    singleValues: p.boolean(),
    rowCount: p.bigint('number'),
    result: p.json<TestResult>(),
    by: () => p.manyToOne(User).deleteRule('cascade'),
    createdAt: p.datetime(),
    /** See share-end. */
    expiresAt: p.datetime().nullable(),
    views: p.integer(),
  },
});
export type SharedResult = InferEntity<typeof SharedResult>;
