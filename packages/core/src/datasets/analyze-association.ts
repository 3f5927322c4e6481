import { operations, type Association, type InputOf } from '@columnist/contract';
import { authorize, type ServiceContext } from '../context.ts';
import { findDataset, tableOf } from './find-dataset.ts';
import { resolveView } from './resolve-view.ts';

/** Correlations of every pair of the named number columns under a view. Throws unknown_column, wrong_column_type. */
export async function analyzeAssociation(ctx: ServiceContext, input: InputOf<(typeof operations)['datasets']['association']>): Promise<Association> {
  const actor = authorize(ctx, operations.datasets.association);
  const { id, ...options } = input;
  const found = await findDataset(ctx.em, actor, id);
  return ctx.engine.association(await tableOf(ctx, found), await resolveView(ctx, found, options), { signal: ctx.signal });
}
