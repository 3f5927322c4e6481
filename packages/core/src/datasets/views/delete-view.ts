import { operations, type InputOf } from '@columnist/contract';
import { authorize, type ServiceContext } from '../../context.ts';
import { findDataset } from '../records/find-dataset.ts';
import { noView } from './resolve-view.ts';
import { SavedView } from './saved-view.entity.ts';

/** Forgets a saved view. Throws not_found. */
export async function deleteView(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['deleteView']>,
): Promise<void> {
  const actor = authorize(ctx, operations.datasets.deleteView);
  const { dataset } = await findDataset(ctx.em, actor, input.id);
  const deleted = await ctx.em.nativeDelete(SavedView, { dataset: dataset.id, name: input.name });
  if (deleted === 0) throw await noView(ctx, dataset.id, input.name);
}
