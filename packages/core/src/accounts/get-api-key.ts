import { operations, scopes, type OutputOf } from '@columnist/contract';
import { authorize, type ServiceContext } from '../context.ts';
import { ApiKey } from './session.entity.ts';

/** The key in clear, for its owner's session alone. */
export async function getApiKey(ctx: ServiceContext): Promise<OutputOf<(typeof operations)['auth']['getApiKey']>> {
  const actor = authorize(ctx, operations.auth.getApiKey);
  const key = await ctx.em.findOne(ApiKey, { user: actor.user.id });
  const plain = key === null ? null : ctx.secrets.decrypt(key.ciphertext, actor.user.id);
  // One that was made under a secret that is gone opens nothing any more.
  if (key === null || plain === null) return { api_key: null, created_at: null, last_used_at: null, limits: null };
  return {
    api_key: plain,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    limits: { scopes: key.scopes ?? [...scopes], dataset_ids: key.datasetIds ?? null, aggregates_only: key.aggregatesOnly, expires_at: key.expiresAt?.toISOString() ?? null },
  };
}
