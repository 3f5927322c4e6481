import { operations, type OutputOf } from '@columnist/contract';
import { authorize, type ServiceContext } from '../context.ts';
import { AgentGrant } from './agent-grant.entity.ts';

/** Agents the caller let in, the latest first. */
export async function listAgents(
  ctx: ServiceContext,
): Promise<OutputOf<(typeof operations)['auth']['agents']>> {
  const actor = authorize(ctx, operations.auth.agents);
  const grants = await ctx.em.find(
    AgentGrant,
    { user: actor.user.id },
    { orderBy: { createdAt: 'desc', id: 'desc' }, limit: 200 },
  );
  const items = grants.map((grant) => ({
    id: grant.id,
    name: grant.clientName,
    client_id: grant.clientId,
    redirect_host: grant.redirectHost,
    scopes: grant.scopes,
    dataset_ids: grant.datasetIds ?? null,
    aggregates_only: grant.aggregatesOnly,
    created_at: grant.createdAt.toISOString(),
    last_used_at: grant.lastUsedAt?.toISOString() ?? null,
  }));
  return { items, total: items.length, next_cursor: null };
}
