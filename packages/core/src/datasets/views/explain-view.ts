import { operations, type InputOf, type ViewExplanation } from '@columnist/contract';
import { authorize, jobOf, type ServiceContext } from '../../context.ts';
import { findDataset, tableOf } from '../records/find-dataset.ts';
import { resolveView } from './resolve-view.ts';

/**
 * What a view does, in words, in figures and as code. Throws invalid_expression, unknown_column.
 */
export async function explainView(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['explainView']>,
): Promise<ViewExplanation> {
  const actor = authorize(ctx, operations.datasets.explainView);
  const found = await findDataset(ctx.em, actor, input.id);
  const { view } = await resolveView(ctx, found, { view: input.view });
  return ctx.engine.explainView(await tableOf(ctx, found), view, jobOf(ctx));
}
