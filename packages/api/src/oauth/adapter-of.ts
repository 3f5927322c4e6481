import type { Core } from '@columnist/core';
import { errors, type Adapter } from 'oidc-provider';
import { z } from 'zod';

/** Of what a stranger registers, which is kept. */
const clientCharacters = 8192;

/** Where the authorization server keeps the records of one model. */
export function adapterOf(model: string, core: Core): Adapter {
  const store = core.oauthStore(model);
  return {
    upsert: async (id, payload, expiresIn) => {
      if (model === 'Client' && JSON.stringify(payload).length > clientCharacters)
        throw new errors.InvalidClientMetadata(
          `The metadata of a client take at most ${clientCharacters} characters.`,
        );
      await store.put(id, { ...payload }, expiresIn ?? null);
    },
    find: (id) => store.find(id),
    findByUid: (uid) => store.findByUid(uid),
    findByUserCode: () => Promise.resolve(undefined),
    consume: async (id) => {
      if (await store.consume(id)) return;
      // Of two that come at once, one is too late. A code that came twice may be stolen, so what the
      // first got for it ends as well, as where they come one after the other (RFC 6749, 4.1.2).
      if (model === 'AuthorizationCode') await endGrantOf(core, await store.find(id));
      throw new errors.InvalidGrant('It was used already.');
    },
    destroy: async (id) => {
      // Before the answer goes out, so that a grant that has ended is in no list afterwards.
      if (model === 'Grant') await core.forgetGrant(id);
      await store.remove(id);
    },
    revokeByGrantId: (grantId) => store.removeOfGrant(grantId),
  };
}

const ofGrant = z.object({ grantId: z.string() });

/** Tokens that are made of it at this moment are worth nothing either: they are read with the grant. */
async function endGrantOf(core: Core, code: unknown): Promise<void> {
  const { data } = ofGrant.safeParse(code);
  if (data === undefined) return;
  await adapterOf('Grant', core).destroy(data.grantId);
  for (const model of ['AccessToken', 'RefreshToken', 'AuthorizationCode'])
    await core.oauthStore(model).removeOfGrant(data.grantId);
}
