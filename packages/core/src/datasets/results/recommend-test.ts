import { operations, type InputOf, type Recommendation } from '@columnist/contract';
import { authorize, jobOf, type ServiceContext } from '../../context.ts';
import { findDataset, tableOf } from '../records/find-dataset.ts';
import { resolveView } from '../views/resolve-view.ts';

/**
 * Which test compares two columns, why, and what was rejected. Throws unknown_column,
 * invalid_input, too_complex.
 */
export async function recommendTest(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['recommendTest']>,
): Promise<Recommendation> {
  const actor = authorize(ctx, operations.datasets.recommendTest);
  const { id, ...options } = input;
  const found = await findDataset(ctx.em, actor, id);
  return ctx.engine.recommendTest(
    await tableOf(ctx, found),
    await resolveView(ctx, found, options),
    jobOf(ctx),
  );
}
