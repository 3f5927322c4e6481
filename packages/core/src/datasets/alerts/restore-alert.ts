import { AppError, operations, type InputOf } from '@columnist/contract';
import { authorize, type ServiceContext } from '../../context.ts';
import { AlertDismissal } from './alert-dismissal.entity.ts';
import { findDataset } from '../records/find-dataset.ts';

/** Takes back the dismissal of an alert. Throws not_found. */
export async function restoreAlert(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['restoreAlert']>,
): Promise<void> {
  const actor = authorize(ctx, operations.datasets.restoreAlert);
  const { dataset } = await findDataset(ctx.em, actor, input.id);
  const deleted = await ctx.em.nativeDelete(AlertDismissal, {
    dataset: dataset.id,
    key: input.key,
  });
  if (deleted === 0)
    throw new AppError('not_found', 'This alert is not dismissed.', {
      fix: 'List the alerts to see which are.',
    });
}
