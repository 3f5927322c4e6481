import { AppError, operations, type ApiKeyLimits, type InputOf } from '@columnist/contract';
import { noteAudit } from '../audit/audit-trail.ts';
import { authorize, type ServiceContext } from '../context.ts';
import { Dataset } from '../datasets/records/dataset.entity.ts';
import { requireFuture } from '../users/require-future.ts';
import { ApiKey } from '../users/session.entity.ts';

/** Narrows (or widens) what the caller's key may do; the key itself stays. */
export async function limitApiKey(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['auth']['limitApiKey']>,
): Promise<ApiKeyLimits> {
  const actor = authorize(ctx, operations.auth.limitApiKey);
  const key = await ctx.em.findOne(ApiKey, { user: actor.user.id });
  if (key === null)
    throw new AppError('not_found', 'There is no API key yet.', {
      fix: 'Create an API key first.',
    });
  const ends = input.expires_at === null ? null : new Date(input.expires_at);
  if (ends !== null) requireFuture(ctx, 'expires_at', ends);
  const ids = input.dataset_ids === null ? null : [...new Set(input.dataset_ids)];
  if (ids !== null) {
    const known = await ctx.em.find(
      Dataset,
      { id: { $in: ids }, owner: actor.user.id, deletedAt: null },
      { fields: ['id'] },
    );
    if (known.length < ids.length) throw new AppError('not_found', 'Dataset not found.');
  }
  key.scopes = [...new Set(input.scopes)];
  key.datasetIds = ids;
  key.aggregatesOnly = input.aggregates_only;
  key.expiresAt = ends;
  await ctx.em.flush();
  noteAudit(ctx, {
    details: {
      scopes: key.scopes.join(' '),
      datasets: ids === null ? 'all' : String(ids.length),
      rows: input.aggregates_only ? 'aggregates only' : 'as the scopes say',
      ends: input.expires_at ?? 'never',
    },
  });
  return { ...input, scopes: key.scopes, dataset_ids: ids };
}
