import { operations, type InputOf, type SharedLink } from '@columnist/contract';
import { z } from 'zod';
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
    { exclude: ['result'], orderBy: { createdAt: 'desc', id: 'desc' }, populate: ['by'] },
  );
  // All results together are too much to be read for their sentences.
  const results = z
    .array(z.object({ id: z.string(), sentence: z.string(), dataset_version: z.int().nullable() }))
    .parse(
      await ctx.em.execute(
        "select id, result->>'sentence' as sentence, (result->>'dataset_version')::int as dataset_version from shared_result where dataset_id = ?",
        [dataset.id],
      ),
    );
  const resultOf = new Map(results.map(({ id, ...result }) => [id, result]));
  const gone = { sentence: '', dataset_version: null };
  return shares.map((share) => presentShare(share, resultOf.get(share.id) ?? gone, share.by));
}
