import { AppError, type Dataset as WireDataset } from '@columnist/contract';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { ServiceContext } from '../context.ts';
import { dropObjects, recordVersion, type AdmittedVersion } from './admit-version.ts';
import { Dataset, DatasetVersion } from './dataset.entity.ts';
import { presentDataset } from './dataset.presenter.ts';
import { noDataset } from './find-dataset.ts';

/** Makes an admitted file the next and current version of a dataset; its objects go where that fails. Throws not_found, conflict. */
export async function addVersion(ctx: ServiceContext, { id }: Dataset, admitted: AdmittedVersion, madeBy: DatasetVersion['madeBy']): Promise<WireDataset> {
  const { keys, storedOriginal } = admitted;
  try {
    return await ctx.em.fork().transactional(async (em) => {
      const dataset = await em.findOne(Dataset, { id, deletedAt: null });
      if (dataset === null) throw noDataset();
      const [last] = await em.find(DatasetVersion, { dataset: id }, { orderBy: { number: 'desc' }, limit: 1, fields: ['number'] });
      const number = (last?.number ?? 0) + 1;
      const version = await recordVersion(em, id, admitted, { number, madeBy, createdAt: ctx.clock.now() });
      await em.nativeUpdate(Dataset, { id }, { currentVersion: number });
      return presentDataset(dataset, version);
    });
  } catch (error) {
    await dropObjects(ctx, [...(storedOriginal === undefined ? [keys.original] : []), keys.parquet, keys.repairs]);
    if (error instanceof UniqueConstraintViolationException) throw new AppError('conflict', 'Another version was made meanwhile.', { fix: 'Look at it, then try again.' }, { cause: error });
    throw error;
  }
}
