import { operations, type Pictures, type InputOf, type WrittenJson } from '@columnist/contract';
import { authorize, jobOf, type ServiceContext } from '../../context.ts';
import { findDataset, tableOf } from '../records/find-dataset.ts';
import { resolveView } from '../views/resolve-view.ts';

/** The small picture of every column under a view. */
export async function getPictures(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['pictures']>,
): Promise<Pictures> {
  const actor = authorize(ctx, operations.datasets.pictures);
  const { id, ...options } = input;
  const found = await findDataset(ctx.em, actor, id);
  return ctx.engine.pictures(
    await tableOf(ctx, found),
    await resolveView(ctx, found, options),
    jobOf(ctx),
  );
}

/** The same as JSON, which a worker has written. */
export async function writePictures(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['pictures']>,
): Promise<WrittenJson> {
  const actor = authorize(ctx, operations.datasets.pictures);
  const { id, ...options } = input;
  const found = await findDataset(ctx.em, actor, id);
  return ctx.engine.written.pictures(
    await tableOf(ctx, found),
    await resolveView(ctx, found, options),
    jobOf(ctx),
  );
}
