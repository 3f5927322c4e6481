import type { CountedColumn } from '@columnist/contract';
import type { TableRef } from '@columnist/workers';
import type { EntityManager } from '@mikro-orm/sql';
import { z } from 'zod';
import type { Actor, ServiceContext } from '../../context.ts';
import { readStatement } from '../../database/read-statement.ts';
import { present } from './admit-version.ts';
import { currentColumns } from './current-columns.ts';
import { Dataset, DatasetVersion } from './dataset.entity.ts';
import { noDataset } from './no-dataset.ts';

export interface FoundDataset {
  readonly dataset: Dataset;
  readonly version: DatasetVersion;
  readonly columns: readonly CountedColumn[];
}

/** Whether a key that was narrowed to some datasets may see this one. */
export const mayTouch = ({ limits }: Pick<Actor, 'limits'>, id: string): boolean =>
  limits?.datasetIds?.includes(id) ?? true;

type Caller = Pick<Actor, 'limits'> & { readonly user: Pick<Actor['user'], 'id'> };

/** A dataset among the caller's own, with its current version. Throws not_found. */
export async function findDataset(
  em: EntityManager,
  actor: Caller,
  id: string,
): Promise<FoundDataset> {
  const dataset = mayTouch(actor, id)
    ? await em.findOne(Dataset, { id, owner: actor.user.id, ...present, deletedAt: null })
    : null;
  if (dataset === null) throw noDataset();
  return withColumns(em, dataset, await findCurrentVersion(em, dataset));
}

/**
 * The current version of a dataset among the caller's own, by its id and by what made its profile;
 * null where findDataset would throw.
 */
export async function findVersion(
  em: EntityManager,
  actor: Caller,
  id: string,
): Promise<{
  readonly id: string;
  readonly engineVersion: string;
  readonly dictionaryRevision: number;
} | null> {
  if (!mayTouch(actor, id)) return null;
  const [found] = versions.parse(
    await readStatement(
      em,
      `select v.id, v.engine_version as "engineVersion", d.dictionary_revision as "dictionaryRevision" from dataset d join dataset_version v on v.dataset_id = d.id and v.number = d.current_version
       where d.id = $1 and d.owner_id = $2 and d.status = any($3) and d.deleted_at is null`,
      [id, actor.user.id, present.status.$in],
    ),
  );
  return found ?? null;
}

const versions = z.array(
  z.object({ id: z.uuid(), engineVersion: z.string(), dictionaryRevision: z.int() }),
);

/** Without its columns and its profile, which are large. Throws not_found. */
export async function findCurrentVersion(
  em: EntityManager,
  dataset: Dataset,
): Promise<DatasetVersion> {
  const version = await em.findOne(DatasetVersion, {
    dataset: dataset.id,
    number: dataset.currentVersion,
  });
  if (version === null) throw noDataset();
  return version;
}

export const withColumns = async (
  em: EntityManager,
  dataset: Dataset,
  version: DatasetVersion,
): Promise<FoundDataset> => ({
  dataset,
  version,
  columns: await currentColumns(em, dataset, version),
});

/** The table of a version, for the engine. */
export async function tableOf(
  ctx: ServiceContext,
  { dataset, version, columns }: FoundDataset,
): Promise<TableRef> {
  return {
    parquet: await ctx.ports.objects.jobPath(version.parquetKey),
    datasetId: dataset.id,
    version: version.number,
    rowCount: version.rowCount,
    columns,
  };
}

const locked = z.tuple([z.object({ current_version: z.int() })]);

/** The number of the current version, which nobody changes until the transaction ends. */
export async function lockDataset(em: EntityManager, id: string): Promise<number> {
  const [{ current_version: current }] = locked.parse(
    await em.execute('select current_version from dataset where id = ? for update', [id]),
  );
  return current;
}
