import {
  AppError,
  operations,
  type InputOf,
  type SharedResult as WireSharedResult,
} from '@columnist/contract';
import { hashToken } from '../../users/secrets.ts';
import type { ServiceContext } from '../../context.ts';
import { withoutSingleValues } from '../../disclosure/hide-rows.ts';
import { present } from '../records/admit-version.ts';
import { endOf } from './share-end.ts';
import { SharedResult } from './shared-result.entity.ts';

/**
 * The result under a link, for anybody. A link that was ended or has ended, whose dataset is
 * deleted, whose maker or owner is deactivated, or that never was gives one answer. Throws
 * not_found.
 */
export async function getShared(
  ctx: ServiceContext,
  { token }: InputOf<(typeof operations)['datasets']['shared']>,
): Promise<WireSharedResult> {
  const shared = await ctx.em.findOne(
    SharedResult,
    {
      tokenHash: hashToken(token),
      by: { isActive: true },
      dataset: { ...present, deletedAt: null, owner: { isActive: true } },
    },
    { populate: ['dataset'] },
  );
  // Also here: what was shared by an earlier version may hold more.
  const shown =
    shared === null || shared.singleValues
      ? (shared?.result ?? null)
      : withoutSingleValues(shared.result);
  if (shared === null || shown === null || endOf(shared) <= ctx.clock.now())
    throw new AppError('not_found', 'There is no shared result under this link.', {
      fix: 'Ask for a new link: this one may have ended.',
    });
  await ctx.em.nativeUpdate(SharedResult, { id: shared.id }, { views: shared.views + 1 });
  const { dataset, datasetName, rowCount, createdAt } = shared;
  // Who reads a link is not to learn the ids of somebody's account.
  return {
    dataset_name: datasetName ?? dataset.name,
    row_count: rowCount,
    shared_at: createdAt.toISOString(),
    expires_at: endOf(shared).toISOString(),
    result: { ...shown, dataset_id: null },
  };
}
