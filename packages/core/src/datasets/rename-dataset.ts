import { operations, type Dataset as WireDataset, type InputOf } from '@columnist/contract';
import { authorize, type ServiceContext } from '../context.ts';
import { presentDataset } from './dataset.presenter.ts';
import { findDataset } from './find-dataset.ts';

export async function renameDataset(ctx: ServiceContext, input: InputOf<(typeof operations)['datasets']['rename']>): Promise<WireDataset> {
  const { user } = authorize(ctx, operations.datasets.rename);
  const { dataset, version } = await findDataset(ctx.em, user.id, input.id);
  dataset.name = input.name;
  await ctx.em.flush();
  return presentDataset(dataset, version);
}
