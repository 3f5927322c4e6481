import { AppError, operations, type InputOf } from '@columnist/contract';
import { authorize, type Actor, type ServiceContext } from '../../context.ts';
import { present } from '../records/admit-version.ts';
import { Dataset } from '../records/dataset.entity.ts';
import { findDataset, mayTouch } from '../records/find-dataset.ts';
import { noDataset } from '../records/no-dataset.ts';

/**
 * Hides a dataset at once and frees its place; the purge takes its files after the time for second
 * thoughts.
 */
export async function deleteDataset(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['delete']>,
): Promise<void> {
  const actor = authorize(ctx, operations.datasets.delete);
  if (input.confirm_name !== undefined) await requireName(ctx, actor, input.id, input.confirm_name);
  const hidden = !mayTouch(actor, input.id)
    ? 0
    : await ctx.em.nativeUpdate(
        Dataset,
        { id: input.id, owner: actor.user.id, ...present, deletedAt: null },
        { deletedAt: ctx.clock.now() },
      );
  if (hidden !== 1) throw noDataset();
}

async function requireName(
  ctx: ServiceContext,
  actor: Actor,
  id: string,
  name: string,
): Promise<void> {
  const { dataset } = await findDataset(ctx.em, actor, id);
  if (dataset.name !== name)
    throw new AppError('invalid_input', 'The dataset has another name; nothing was deleted.', {
      errors: [{ field: 'confirm_name', message: 'Give the exact name of the dataset.' }],
      fix: 'Ask the person which dataset is meant.',
    });
}
