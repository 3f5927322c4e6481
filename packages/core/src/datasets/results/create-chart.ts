import { AppError, operations, type Chart, type InputOf } from '@columnist/contract';
import { authorize, jobOf, type ServiceContext } from '../../context.ts';
import { mayReadRows } from '../../users/may-read-rows.ts';
import { findDataset, tableOf } from '../records/find-dataset.ts';
import { resolveView } from '../views/resolve-view.ts';

/**
 * A picture of one column or two. Throws forbidden where it would show single rows to a credential
 * that may see none.
 */
export async function createChart(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['chart']>,
): Promise<Chart> {
  const actor = authorize(ctx, operations.datasets.chart);
  const { id, ...options } = input;
  const found = await findDataset(ctx.em, actor, id);
  const chart = await ctx.engine.chart(
    await tableOf(ctx, found),
    await resolveView(ctx, found, options),
    jobOf(ctx),
  );
  if (chart.rows_drawn !== null && !mayReadRows(actor)) {
    throw new AppError('forbidden', 'Points are single rows, which this credential may not see.', {
      fix: 'Draw a number in groups, or one column alone.',
    });
  }
  return chart;
}
