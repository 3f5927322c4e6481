import { operations, type Duplicates, type InputOf, type WrittenJson } from '@columnist/contract';
import { authorize, jobOf, type ServiceContext } from '../../context.ts';
import { findDataset, tableOf } from '../records/find-dataset.ts';
import { resolveView } from '../views/resolve-view.ts';

/** Rows of a view that are alike. Throws unknown_column, too_complex. */
export async function findDuplicates(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['duplicates']>,
): Promise<Duplicates> {
  const actor = authorize(ctx, operations.datasets.duplicates);
  const { id, ...options } = input;
  const found = await findDataset(ctx.em, actor, id);
  return ctx.engine.duplicates(
    await tableOf(ctx, found),
    await resolveView(ctx, found, options),
    jobOf(ctx),
  );
}

/** The same as JSON, which a worker has written. */
export async function writeDuplicates(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['duplicates']>,
): Promise<WrittenJson> {
  const actor = authorize(ctx, operations.datasets.duplicates);
  const { id, ...options } = input;
  const found = await findDataset(ctx.em, actor, id);
  return ctx.engine.written.duplicates(
    await tableOf(ctx, found),
    await resolveView(ctx, found, options),
    jobOf(ctx),
  );
}
