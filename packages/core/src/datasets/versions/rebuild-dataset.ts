import {
  AppError,
  operations,
  type Dataset as WireDataset,
  type InputOf,
} from '@columnist/contract';
import { authorize, type ServiceContext } from '../../context.ts';
import { findDataset } from '../records/find-dataset.ts';
import { followSources } from './follow-sources.ts';
import { rebuild } from './rebuild.ts';

/**
 * Makes a combined dataset of the newest versions of its sources, as a new version. Throws
 * not_found, conflict, and what combining throws; the version before stays. What follows it is made
 * again too.
 */
export async function rebuildDataset(
  ctx: ServiceContext,
  { id }: InputOf<(typeof operations)['datasets']['rebuild']>,
): Promise<WireDataset> {
  const actor = authorize(ctx, operations.datasets.rebuild);
  const { dataset } = await findDataset(ctx.em, actor, id);
  if ((dataset.recipe?.combination ?? null) === null)
    throw new AppError('conflict', 'This dataset is not a combination of others.', {
      fix: 'Only what combine made is made again; upload a new version of other datasets.',
    });
  const made = await rebuild(ctx, actor, dataset, { isAsked: true });
  await followSources(ctx, actor, id);
  return made;
}
