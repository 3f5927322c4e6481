import { operations, type Aggregation, type InputOf, type WrittenJson } from '@columnist/contract';
import { authorize, jobOf, type ServiceContext } from '../../context.ts';
import { findDataset, tableOf } from '../records/find-dataset.ts';
import { resolveView } from '../views/resolve-view.ts';

/**
 * Statistics of groups of rows of a view. Throws unknown_column, wrong_column_type,
 * invalid_expression, too_complex.
 */
export async function aggregateDataset(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['aggregate']>,
): Promise<Aggregation> {
  const actor = authorize(ctx, operations.datasets.aggregate);
  const { id, ...options } = input;
  const found = await findDataset(ctx.em, actor, id);
  return ctx.engine.aggregate(
    await tableOf(ctx, found),
    await resolveView(ctx, found, options),
    jobOf(ctx),
  );
}

/** The same as JSON, which a worker has written. */
export async function writeAggregation(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['aggregate']>,
): Promise<WrittenJson> {
  const actor = authorize(ctx, operations.datasets.aggregate);
  const { id, ...options } = input;
  const found = await findDataset(ctx.em, actor, id);
  return ctx.engine.written.aggregate(
    await tableOf(ctx, found),
    await resolveView(ctx, found, options),
    jobOf(ctx),
  );
}
