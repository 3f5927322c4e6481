import { operations, type Frequencies, type InputOf } from '@columnist/contract';
import { authorize, type ServiceContext } from '../context.ts';
import { findDataset, tableOf } from './find-dataset.ts';

/** How often each value of a column occurs under a view. Throws unknown_column. */
export async function getFrequencies(ctx: ServiceContext, input: InputOf<(typeof operations)['datasets']['frequencies']>): Promise<Frequencies> {
  const actor = authorize(ctx, operations.datasets.frequencies);
  const { id, ...options } = input;
  return ctx.engine.frequencies(await tableOf(ctx, await findDataset(ctx.em, actor, id)), options, { signal: ctx.signal });
}
