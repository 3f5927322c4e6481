import { operations, type Frequencies, type InputOf, type WrittenJson } from '@columnist/contract';
import { authorize, jobOf, type ServiceContext } from '../../context.ts';
import { findDataset, tableOf } from '../records/find-dataset.ts';
import { resolveView } from '../views/resolve-view.ts';

/** How often each value of a column occurs under a view. Throws unknown_column. */
export async function getFrequencies(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['frequencies']>,
): Promise<Frequencies> {
  const actor = authorize(ctx, operations.datasets.frequencies);
  const { id, ...options } = input;
  const found = await findDataset(ctx.em, actor, id);
  return ctx.engine.frequencies(
    await tableOf(ctx, found),
    await resolveView(ctx, found, options),
    jobOf(ctx),
  );
}

/** The same as JSON, which a worker has written. */
export async function writeFrequencies(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['frequencies']>,
): Promise<WrittenJson> {
  const actor = authorize(ctx, operations.datasets.frequencies);
  const { id, ...options } = input;
  const found = await findDataset(ctx.em, actor, id);
  return ctx.engine.written.frequencies(
    await tableOf(ctx, found),
    await resolveView(ctx, found, options),
    jobOf(ctx),
  );
}
