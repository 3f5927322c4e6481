import { operations, type InputOf } from '@columnist/contract';
import { authorize, type ServiceContext } from '../context.ts';
import { present } from './admit-version.ts';
import { Dataset } from './dataset.entity.ts';
import { mayTouch, noDataset } from './find-dataset.ts';

/** Hides a dataset at once and frees its place; the purge takes its files after the time for second thoughts. */
export async function deleteDataset(ctx: ServiceContext, input: InputOf<(typeof operations)['datasets']['delete']>): Promise<void> {
  const actor = authorize(ctx, operations.datasets.delete);
  const hidden = !mayTouch(actor, input.id) ? 0 : await ctx.em.nativeUpdate(Dataset, { id: input.id, owner: actor.user.id, ...present, deletedAt: null }, { deletedAt: ctx.clock.now() });
  if (hidden !== 1) throw noDataset();
}
