import { operations, type AlertThresholds, type InputOf } from '@columnist/contract';
import { authorize, type ServiceContext } from '../../context.ts';
import { findDataset } from '../records/find-dataset.ts';

/** Keeps the thresholds of a dataset's alerts. Throws not_found. */
export async function setAlertThresholds(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['setAlertThresholds']>,
): Promise<AlertThresholds> {
  const actor = authorize(ctx, operations.datasets.setAlertThresholds);
  const { id, ...thresholds } = input;
  const { dataset } = await findDataset(ctx.em, actor, id);
  dataset.alertThresholds = thresholds;
  await ctx.em.flush();
  return thresholds;
}
