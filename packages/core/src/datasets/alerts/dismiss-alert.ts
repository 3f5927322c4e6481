import { AppError, alertKinds, operations, type InputOf } from '@columnist/contract';
import { v7 as uuid } from 'uuid';
import { User } from '../../users/user.entity.ts';
import { authorize, type ServiceContext } from '../../context.ts';
import { AlertDismissal } from './alert-dismissal.entity.ts';
import { Dataset } from '../records/dataset.entity.ts';
import { alertsOf } from './find-alerts.ts';
import { findDataset } from '../records/find-dataset.ts';
import { requireRoom, withHoldings } from '../records/lock-holdings.ts';

const most = {
  kind: 'dismissed alerts',
  count: 5000,
  fix: 'Restore some whose alerts no longer occur.',
} as const;

/**
 * Marks an alert as looked at, up to the severity that it has; said again, the reason is the new
 * one. Throws not_found, invalid_input, conflict.
 */
export async function dismissAlert(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['dismissAlert']>,
): Promise<{ key: string; reason: string }> {
  const actor = authorize(ctx, operations.datasets.dismissAlert);
  const found = await findDataset(ctx.em, actor, input.id);
  const { dataset } = found;
  const { key, reason } = input;
  if (!alertKinds.some((kind) => key === kind || key.startsWith(`${kind}:`))) {
    throw new AppError('invalid_input', 'There is no alert with this key.', {
      errors: [
        { field: 'key', message: "A key is a kind of alert and a column, such as 'missing:age'." },
      ],
      fix: 'Take the key from the list of alerts.',
    });
  }
  const { alerts } = await alertsOf(ctx, found, {});
  const severity = alerts.find((alert) => alert.key === key)?.severity ?? null;
  const now = ctx.clock.now();
  await withHoldings(ctx.em, actor.user.id, now, async (em) => {
    const others = { dataset: dataset.id, key: { $ne: key } };
    requireRoom({ count: await em.count(AlertDismissal, others) }, most);
    await em.upsert(
      AlertDismissal,
      {
        id: uuid(),
        dataset: em.getReference(Dataset, dataset.id),
        key,
        reason,
        by: em.getReference(User, actor.user.id),
        createdAt: now,
        severity,
      },
      {
        onConflictFields: ['dataset', 'key'],
        onConflictMergeFields: ['reason', 'by', 'createdAt', 'severity'],
      },
    );
  });
  return { key, reason };
}
