import { operations, scopes, type InputOf, type OutputOf } from '@columnist/contract';
import { recordAudit } from '../audit/record-audit.ts';
import { authorize, requireConfirmed, type ServiceContext } from '../context.ts';
import { maskKey } from '../users/mask-key.ts';
import { ApiKey } from '../users/session.entity.ts';

type GetKey = (typeof operations)['auth']['getApiKey'];

/** The key for its owner's session alone: in clear, which asks who it is, or masked. */
export async function getApiKey(
  ctx: ServiceContext,
  { reveal = true }: Partial<InputOf<GetKey>> = {},
): Promise<OutputOf<GetKey>> {
  const actor = authorize(ctx, operations.auth.getApiKey);
  const key = await ctx.em.findOne(ApiKey, { user: actor.user.id });
  const plain = key === null ? null : ctx.secrets.decrypt(key.ciphertext, actor.user.id);
  // One that was made under a secret that is gone opens nothing any more.
  if (key === null || plain === null)
    return { api_key: null, created_at: null, last_used_at: null, limits: null };
  if (reveal) {
    requireConfirmed(ctx, actor);
    await recordAudit(ctx, {
      action: 'auth.showApiKey',
      target: `…${key.lastFour}`,
      outcome: 'done',
    });
  }
  return {
    api_key: reveal ? plain : maskKey(key.lastFour),
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    limits: {
      scopes: key.scopes ?? [...scopes],
      dataset_ids: key.datasetIds ?? null,
      aggregates_only: key.aggregatesOnly,
      expires_at: key.expiresAt?.toISOString() ?? null,
    },
  };
}
