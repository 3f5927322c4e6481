import { operations, type InputOf, type OutputOf } from '@columnist/contract';
import { authorize, type ServiceContext } from '../../context.ts';
import { findAlerts } from './find-alerts.ts';
import { getOverview } from '../results/get-overview.ts';

type Profile = (typeof operations)['datasets']['profile'];

/**
 * What is missing, what is repeated and what should be checked, in one answer. Throws not_found,
 * invalid_expression, unknown_column.
 */
export async function profileDataset(
  ctx: ServiceContext,
  input: InputOf<Profile>,
): Promise<OutputOf<Profile>> {
  authorize(ctx, operations.datasets.profile);
  const overview = await getOverview(ctx, input);
  const { thresholds, alerts } = await findAlerts(ctx, input);
  return { overview, alerts: { thresholds, alerts } };
}
