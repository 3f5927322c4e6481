import { operations, type Overview, type InputOf, type WrittenJson } from '@columnist/contract';
import { authorize, jobOf, type ServiceContext } from '../../context.ts';
import { findDataset, tableOf } from '../records/find-dataset.ts';
import { resolveView } from '../views/resolve-view.ts';

/** What is missing and what is repeated under a view. */
export async function getOverview(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['overview']>,
): Promise<Overview> {
  const actor = authorize(ctx, operations.datasets.overview);
  const { id, ...options } = input;
  const found = await findDataset(ctx.em, actor, id);
  return ctx.engine.overview(
    await tableOf(ctx, found),
    await resolveView(ctx, found, options),
    jobOf(ctx),
  );
}

/** The same as JSON, which a worker has written. */
export async function writeOverview(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['overview']>,
): Promise<WrittenJson> {
  const actor = authorize(ctx, operations.datasets.overview);
  const { id, ...options } = input;
  const found = await findDataset(ctx.em, actor, id);
  return ctx.engine.written.overview(
    await tableOf(ctx, found),
    await resolveView(ctx, found, options),
    jobOf(ctx),
  );
}
