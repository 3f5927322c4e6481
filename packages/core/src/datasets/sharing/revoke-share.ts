import { AppError, operations, type InputOf } from '@columnist/contract';
import { authorize, type ServiceContext } from '../../context.ts';
import { findDataset } from '../records/find-dataset.ts';
import { SharedResult } from './shared-result.entity.ts';

/** Ends a shared link: who opens it finds nothing. Throws not_found. */
export async function revokeShare(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['revokeShare']>,
): Promise<void> {
  const actor = authorize(ctx, operations.datasets.revokeShare);
  const { dataset } = await findDataset(ctx.em, actor, input.id);
  const deleted = await ctx.em.nativeDelete(SharedResult, {
    dataset: dataset.id,
    id: input.share_id,
  });
  if (deleted === 0)
    throw new AppError('not_found', 'There is no such link.', {
      fix: 'List the shared results of the dataset.',
    });
}
