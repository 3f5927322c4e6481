import { operations, type InputOf, type SharedLink } from '@columnist/contract';
import { authorize, type ServiceContext } from '../../context.ts';
import { findDataset } from '../records/find-dataset.ts';
import { presentShare } from './share.presenter.ts';
import { SharedResult } from './shared-result.entity.ts';

/**
 * The links, newest first, with those that ended in the last 30 days and can be renewed. Throws
 * not_found.
 */
export async function listShares(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['shares']>,
): Promise<SharedLink[]> {
  const actor = authorize(ctx, operations.datasets.shares);
  const { dataset } = await findDataset(ctx.em, actor, input.id);
  const shares = await ctx.em.find(
    SharedResult,
    { dataset: dataset.id },
    { orderBy: { createdAt: 'desc', id: 'desc' }, populate: ['by'] },
  );
  return shares.map((share) => presentShare(share, share.by));
}
