import { operations, type Overview, type InputOf } from '@columnist/contract';
import { authorize, type ServiceContext } from '../context.ts';
import { findDataset, tableOf } from './find-dataset.ts';

/** What is missing and what is repeated under a view. */
export async function getOverview(ctx: ServiceContext, input: InputOf<(typeof operations)['datasets']['overview']>): Promise<Overview> {
  const actor = authorize(ctx, operations.datasets.overview);
  const { id, ...options } = input;
  return ctx.engine.overview(await tableOf(ctx, await findDataset(ctx.em, actor, id)), options, { signal: ctx.signal });
}
