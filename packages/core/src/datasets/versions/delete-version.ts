import { AppError, operations, type InputOf } from '@columnist/contract';
import { authorize, type ServiceContext } from '../../context.ts';
import { derivedKeys, dropObjects, recountStorage } from '../records/admit-version.ts';
import { findVersion } from './compare-versions.ts';
import { holdVersions } from './hold-versions.ts';
import { DatasetVersion } from '../records/dataset.entity.ts';
import { findDataset, lockDataset } from '../records/find-dataset.ts';

/**
 * Removes a version that is not the current one, and frees what its files took. Throws not_found,
 * conflict.
 */
export async function deleteVersion(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['deleteVersion']>,
): Promise<void> {
  const actor = authorize(ctx, operations.datasets.deleteVersion);
  const { dataset } = await findDataset(ctx.em, actor, input.id);
  // A version that is being made may read the file of this one.
  await holdVersions(ctx, dataset.id, async () => {
    const gone = await ctx.em.fork().transactional(async (em) => {
      const current = await lockDataset(em, dataset.id);
      const version = await findVersion({ em }, dataset.id, input.version);
      if (version.number === current)
        throw new AppError('conflict', `Version ${version.number} is the current one.`, {
          fix: 'Restore another version first, or delete the dataset.',
        });
      await em.nativeDelete(DatasetVersion, { id: version.id });
      await recountStorage(em, dataset.id);
      const isShared =
        (await em.count(DatasetVersion, {
          dataset: dataset.id,
          originalKey: version.originalKey,
        })) > 0;
      return [...derivedKeys(version), ...(isShared ? [] : [version.originalKey])];
    });
    await dropObjects(ctx, gone);
  });
}
