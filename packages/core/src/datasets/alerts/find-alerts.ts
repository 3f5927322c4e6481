import {
  alertThresholds,
  operations,
  severities,
  type Alert,
  type Alerts,
  type InputOf,
  type Severity,
} from '@columnist/contract';
import { authorize, jobOf, type ServiceContext } from '../../context.ts';
import { alertsOfFile } from './alerts-of-file.ts';
import { AlertDismissal } from './alert-dismissal.entity.ts';
import { profilePath } from '../results/analyze-dataset.ts';
import { findDataset, tableOf, type FoundDataset } from '../records/find-dataset.ts';
import { resolveView } from '../views/resolve-view.ts';

/**
 * What in a dataset should be checked before it is analysed; dismissed alerts come last. One that
 * is graver than when it was dismissed is open again. Throws not_found, invalid_expression,
 * unknown_column.
 */
export async function findAlerts(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['alerts']>,
): Promise<Alerts> {
  const actor = authorize(ctx, operations.datasets.alerts);
  const { id, ...options } = input;
  const found = await findDataset(ctx.em, actor, id);
  const answer = await alertsOf(ctx, found, options);
  const dismissals = await ctx.em.find(
    AlertDismissal,
    { dataset: found.dataset.id },
    { populate: ['by'] },
  );
  const byKey = new Map(
    dismissals.map(({ key, reason, by, createdAt, severity = null }) => [
      key,
      { severity, reason, by: by.fullName || by.email, at: createdAt.toISOString() },
    ]),
  );
  const known = answer.alerts.map((alert): Alert => {
    const dismissal = byKey.get(alert.key);
    if (dismissal === undefined) return { ...alert, dismissed: null };
    const { severity, ...dismissed } = dismissal;
    if (severity === null || !isGraver(alert.severity, severity)) return { ...alert, dismissed };
    const { by, reason } = dismissed;
    const before = `Dismissed while its severity was ${severity}, by ${by}: “${reason}”.`;
    return { ...alert, said: `${alert.said} ${before}`, dismissed: null };
  });
  return {
    ...answer,
    alerts: [
      ...known.filter(({ dismissed }) => dismissed === null),
      ...known.filter(({ dismissed }) => dismissed !== null),
    ],
  };
}

const isGraver = (one: Severity, other: Severity): boolean =>
  severities.indexOf(one) < severities.indexOf(other);

/** All alerts of a dataset or a view of it, dismissed or not. */
export async function alertsOf(
  ctx: ServiceContext,
  found: FoundDataset,
  { thresholds, ...options }: Omit<InputOf<(typeof operations)['datasets']['alerts']>, 'id'>,
): Promise<Alerts> {
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
  return { ...answer, alerts: [...alertsOfFile(found.version.admission), ...answer.alerts] };
}
