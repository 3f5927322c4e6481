import { AppError, operations, type InputOf, type SharedResult as WireSharedResult } from '@columnist/contract';
import { hashToken } from '../accounts/secrets.ts';
import type { ServiceContext } from '../context.ts';
import { present } from './admit-version.ts';
import { SharedResult } from './shared-result.entity.ts';

/** The result under a link, for anybody. A link that was ended, whose dataset is deleted or that never was gives one answer. Throws not_found. */
export async function getShared(ctx: ServiceContext, { token }: InputOf<(typeof operations)['datasets']['shared']>): Promise<WireSharedResult> {
  const shared = await ctx.em.findOne(SharedResult, { tokenHash: hashToken(token), dataset: { ...present, deletedAt: null } }, { populate: ['dataset'] });
  if (shared === null) throw new AppError('not_found', 'There is no shared result under this link.', { fix: 'Ask for a new link: this one may have been ended.' });
  await ctx.em.nativeUpdate(SharedResult, { id: shared.id }, { views: shared.views + 1 });
  const { result, dataset, rowCount, createdAt } = shared;
  // Who reads a link is not to learn the ids of somebody's account.
  return { dataset_name: dataset.name, row_count: rowCount, shared_at: createdAt.toISOString(), result: { ...result, dataset_id: null } };
}
