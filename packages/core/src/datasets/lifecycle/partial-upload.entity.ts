import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { User } from '../../users/user.entity.ts';

/** A file that is sent in as many requests as it takes; gone once it is a dataset. */
export const PartialUpload = defineEntity({
  name: 'PartialUpload',
  properties: {
    /** Random, and the name of its file; see ports/partial-files. */
    id: p.uuid().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    filename: p.text(),
    /** Of the whole file. */
    bytes: p.bigint('number'),
    /** Whether a credential that may not read rows sends it; others then have nothing to do with it. */
    sentNarrowed: p.boolean(),
    expiresAt: p.datetime(),
  },
});
export type PartialUpload = InferEntity<typeof PartialUpload>;
