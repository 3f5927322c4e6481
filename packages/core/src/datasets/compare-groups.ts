import { operations, type Comparison, type InputOf } from '@columnist/contract';
import { authorize, type ServiceContext } from '../context.ts';
import { findDataset, tableOf } from './find-dataset.ts';
import { resolveView } from './resolve-view.ts';

/** Compares a number between groups of rows. Throws plan_required, unknown_column, wrong_column_type, invalid_input. */
export async function compareGroups(ctx: ServiceContext, input: InputOf<(typeof operations)['datasets']['compareGroups']>): Promise<Comparison> {
  const actor = authorize(ctx, operations.datasets.compareGroups);
  const { id, ...options } = input;
  const found = await findDataset(ctx.em, actor, id);
  return ctx.engine.compareGroups(await tableOf(ctx, found), await resolveView(ctx, found, options), { signal: ctx.signal });
}
