import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { User } from '../../users/user.entity.ts';

/** A link by which one file may be sent in somebody's name; gone once it is used. */
export const UploadLink = defineEntity({
  name: 'UploadLink',
  properties: {
    tokenHash: p.text().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    expiresAt: p.datetime(),
    /**
     * What asked for it: `session:` and its id, `grant:` of an agent, or `key:` and the look-up of
     * the API key of the account, or the id of a named one.
     */
    credential: p.text().nullable(),
  },
});
export type UploadLink = InferEntity<typeof UploadLink>;
