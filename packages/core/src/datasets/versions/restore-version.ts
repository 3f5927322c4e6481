import { operations, type Dataset as WireDataset, type InputOf } from '@columnist/contract';
import { authorize, type ServiceContext } from '../../context.ts';
import { currentColumns } from '../records/current-columns.ts';
import { findVersion } from './compare-versions.ts';
import { followSources } from './follow-sources.ts';
import { holdVersions } from './hold-versions.ts';
import { Dataset } from '../records/dataset.entity.ts';
import { presentDataset } from '../records/dataset.presenter.ts';
import { findDataset, lockDataset } from '../records/find-dataset.ts';

/** Makes a version the current one again; no version is lost by it. Throws not_found, conflict. */
export async function restoreVersion(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['restoreVersion']>,
): Promise<WireDataset> {
  const actor = authorize(ctx, operations.datasets.restoreVersion);
  const { dataset } = await findDataset(ctx.em, actor, input.id);
  // A version that is being made has the rows of the one that is current now.
  const restored = await holdVersions(ctx, dataset.id, () =>
    ctx.em.fork().transactional(async (em) => {
      await lockDataset(em, dataset.id);
      const version = await findVersion({ em }, dataset.id, input.version);
      await em.nativeUpdate(Dataset, { id: dataset.id }, { currentVersion: version.number });
      return presentDataset(dataset, version, await currentColumns(em, dataset, version));
    }),
  );
  await followSources(ctx, actor, dataset.id);
  return restored;
}
