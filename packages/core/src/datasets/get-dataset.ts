import { operations, type Dataset as WireDataset, type InputOf } from '@columnist/contract';
import { authorize, type ServiceContext } from '../context.ts';
import { presentDataset } from './dataset.presenter.ts';
import { findDataset } from './find-dataset.ts';

/** One dataset of the caller. Throws not_found. */
export async function getDataset(ctx: ServiceContext, input: InputOf<(typeof operations)['datasets']['get']>): Promise<WireDataset> {
  const actor = authorize(ctx, operations.datasets.get);
  const { dataset, version } = await findDataset(ctx.em, actor, input.id);
  return presentDataset(dataset, version);
}
