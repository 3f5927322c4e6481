import { AppError } from '@columnist/contract';
import type { TableRef } from '@columnist/engine';
import type { EntityManager } from '@mikro-orm/sql';
import type { ServiceContext } from '../context.ts';
import { Dataset, DatasetVersion } from './dataset.entity.ts';

export interface FoundDataset {
  readonly dataset: Dataset;
  readonly version: DatasetVersion;
}

/** The one answer for what is not there and for what is somebody else's. */
export const noDataset = (): AppError => new AppError('not_found', 'Dataset not found.');

/** A dataset among the owner's own, with its current version. Throws not_found. */
export async function findDataset(em: EntityManager, ownerId: string, id: string): Promise<FoundDataset> {
  const dataset = await em.findOne(Dataset, { id, owner: ownerId, status: 'ready', deletedAt: null });
  if (dataset === null) throw noDataset();
  return { dataset, version: await findCurrentVersion(em, dataset) };
}

/** Without its profile, which is large and seldom asked for. Throws not_found. */
export async function findCurrentVersion(em: EntityManager, dataset: Dataset): Promise<DatasetVersion> {
  const version = await em.findOne(DatasetVersion, { dataset: dataset.id, number: dataset.currentVersion });
  if (version === null) throw noDataset();
  return version;
}

/** The table of a version, for the engine. */
export async function tableOf(ctx: ServiceContext, { dataset, version }: FoundDataset): Promise<TableRef> {
  return {
    parquet: await ctx.ports.objects.localPath(version.parquetKey),
    datasetId: dataset.id,
    version: version.number,
    rowCount: version.rowCount,
    columns: version.columns,
  };
}
