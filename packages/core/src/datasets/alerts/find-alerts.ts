import { alertThresholds, operations, type Alerts, type InputOf } from '@columnist/contract';
import { authorize, jobOf, type ServiceContext } from '../../context.ts';
import { alertsOfFile } from './alerts-of-file.ts';
import { AlertDismissal } from './alert-dismissal.entity.ts';
import { profilePath } from '../results/analyze-dataset.ts';
import { findDataset, tableOf } from '../records/find-dataset.ts';
import { resolveView } from '../views/resolve-view.ts';

/**
 * What in a dataset should be checked before it is analysed; dismissed alerts come last. Throws
 * not_found, invalid_expression, unknown_column.
 */
export async function findAlerts(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['alerts']>,
): Promise<Alerts> {
  const actor = authorize(ctx, operations.datasets.alerts);
  const { id, thresholds, ...options } = input;
  const found = await findDataset(ctx.em, actor, id);
  const { view } = await resolveView(ctx, found, options);
  const profile = view === undefined ? await profilePath(ctx, found) : null;
  const answer = await ctx.engine.alerts(
    await tableOf(ctx, found),
    {
      view,
      thresholds: alertThresholds.parse({ ...found.dataset.alertThresholds, ...thresholds }),
      ...(profile === null ? {} : { profile }),
    },
    jobOf(ctx),
  );
  const dismissals = await ctx.em.find(
    AlertDismissal,
    { dataset: found.dataset.id },
    { populate: ['by'] },
  );
  const byKey = new Map(
    dismissals.map(({ key, reason, by, createdAt }) => [
      key,
      { reason, by: by.fullName || by.email, at: createdAt.toISOString() },
    ]),
  );
  const known = [...alertsOfFile(found.version.admission), ...answer.alerts].map((alert) => ({
    ...alert,
    dismissed: byKey.get(alert.key) ?? null,
  }));
  return {
    ...answer,
    alerts: [
      ...known.filter(({ dismissed }) => dismissed === null),
      ...known.filter(({ dismissed }) => dismissed !== null),
    ],
  };
}
