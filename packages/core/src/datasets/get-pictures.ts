import { operations, type Pictures, type InputOf } from '@columnist/contract';
import { authorize, type ServiceContext } from '../context.ts';
import { findDataset, tableOf } from './find-dataset.ts';

/** The small picture of every column under a view. */
export async function getPictures(ctx: ServiceContext, input: InputOf<(typeof operations)['datasets']['pictures']>): Promise<Pictures> {
  const actor = authorize(ctx, operations.datasets.pictures);
  const { id, ...options } = input;
  return ctx.engine.pictures(await tableOf(ctx, await findDataset(ctx.em, actor, id)), options, { signal: ctx.signal });
}
