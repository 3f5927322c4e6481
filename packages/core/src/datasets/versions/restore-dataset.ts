import { operations, type Dataset as WireDataset, type InputOf } from '@columnist/contract';
import { authorize, type ServiceContext } from '../../context.ts';
import { present } from '../records/admit-version.ts';
import { currentColumns } from '../records/current-columns.ts';
import { Dataset } from '../records/dataset.entity.ts';
import { presentDataset } from '../records/dataset.presenter.ts';
import { findCurrentVersion, mayTouch } from '../records/find-dataset.ts';
import { requirePlace, withHoldings } from '../records/lock-holdings.ts';
import { noDataset } from '../records/no-dataset.ts';
import { restorableSince } from '../lifecycle/restorable-since.ts';
import { catchUp } from './follow-sources.ts';

/**
 * Takes a deletion back within ten seconds; what could not follow this dataset meanwhile is made
 * again. Throws not_found after them, conflict where its place is taken meanwhile.
 */
export async function restoreDataset(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['restore']>,
): Promise<WireDataset> {
  const actor = authorize(ctx, operations.datasets.restore);
  const { user } = actor;
  if (!mayTouch(actor, input.id)) throw noDataset();
  const now = ctx.clock.now();
  const restorable = {
    id: input.id,
    owner: user.id,
    ...present,
    deletedAt: { $gte: restorableSince(now) },
  };
  const restored = await withHoldings(ctx.em, user.id, now, async (em, holdings) => {
    const dataset = await em.findOne(Dataset, restorable);
    if (dataset === null) throw noDataset();
    requirePlace(holdings, dataset.storedBytes, user, 'conflict');
    // The condition again: another call, or the purge, may have come first.
    if ((await em.nativeUpdate(Dataset, restorable, { deletedAt: null })) !== 1) throw noDataset();
    const version = await findCurrentVersion(em, dataset);
    return presentDataset(dataset, version, await currentColumns(em, dataset, version));
  });
  await catchUp(ctx, actor, input.id);
  return restored;
}
