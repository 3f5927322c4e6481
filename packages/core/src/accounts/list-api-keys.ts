import { mostNamedKeys, operations, type OutputOf } from '@columnist/contract';
import { authorize, type ServiceContext } from '../context.ts';
import { NamedKey } from '../users/named-key.entity.ts';
import { presentNamedKey } from './named-key.presenter.ts';

/**
 * The caller's named keys, the latest first; also those that have ended, until they are revoked.
 */
export async function listApiKeys(
  ctx: ServiceContext,
): Promise<OutputOf<(typeof operations)['auth']['apiKeys']>> {
  const actor = authorize(ctx, operations.auth.apiKeys);
  const keys = await ctx.em.find(
    NamedKey,
    { user: actor.user.id },
    { orderBy: { createdAt: 'desc', id: 'desc' }, limit: mostNamedKeys },
  );
  return { items: keys.map(presentNamedKey), total: keys.length, next_cursor: null };
}
