import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import { User } from '../../users/user.entity.ts';

/** A link by which one file may be fetched in somebody's name until it expires. */
export const DownloadLink = defineEntity({
  name: 'DownloadLink',
  properties: {
    tokenHash: p.text().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    /** What the file is made of, when it is fetched. */
    asked: p.json<Record<string, unknown>>(),
    expiresAt: p.datetime(),
    /** What asked for it, as in an upload link. */
    credential: p.text(),
    /**
     * Whether it hands out any number of rows: what asked for it was confirmed a moment before, or
     * is nothing that is ever asked.
     */
    confirmed: p.boolean().default(true),
  },
});
export type DownloadLink = InferEntity<typeof DownloadLink>;
