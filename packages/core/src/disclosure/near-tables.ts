import { AppError } from '@columnist/contract';
import type { TableRef } from '@columnist/workers';
import type { EntityManager } from '@mikro-orm/sql';
import { z } from 'zod';
import type { ServiceContext } from '../context.ts';
import { columnsOf } from '../datasets/records/columns-of.ts';
import { tableOf, type FoundDataset } from '../datasets/records/find-dataset.ts';
import { AnsweredRows } from './answered-rows.entity.ts';
import type { OtherTable } from './compare-tables.ts';
import { unpackKinds } from './answered-sets.ts';
import { sharedColumns, sketchesOf, type SharedColumns } from './share-columns.ts';

export const isOwn = (
  { dataset, version }: FoundDataset,
  one: Pick<AnsweredTable, 'dataset' | 'version'>,
): boolean => one.dataset === dataset.id && one.version === version.number;

/**
 * Tables of the owner that were answered about. What a credential sent that may not read rows is
 * guesses, which a comparison must not confirm.
 */
export const answeredTables = async (
  em: EntityManager,
  { dataset }: FoundDataset,
): Promise<AnsweredTable[]> =>
  listed.parse(
    await em.execute(
      `select a.dataset_id as dataset, a.version, v.row_count as "rowCount", v.parquet_key as "parquetKey", v.id as "versionId"
     from answered_rows a join dataset d on d.id = a.dataset_id left join dataset_version v on v.dataset_id = a.dataset_id and v.number = a.version
     where d.owner_id = (select owner_id from dataset where id = ?) and (d.id = ? or not (d.sent_narrowed or ?)) order by a.dataset_id, a.version`,
      [dataset.id, dataset.id, dataset.sentNarrowed],
    ),
  );

const listed = z.array(
  z.object({
    dataset: z.uuid(),
    version: z.int(),
    rowCount: z.coerce.number().nullable(),
    parquetKey: z.string().nullable(),
    versionId: z.uuid().nullable(),
  }),
);
export type AnsweredTable = z.infer<typeof listed>[number];
export interface NearTable extends AnsweredTable {
  /** Null where its version is deleted. */
  readonly table: TableRef | null;
  readonly shared: SharedColumns;
}
export type Remembered = NearTable & Pick<AnsweredRows, 'kindOfRow' | 'sets'>;

/** Those that may have rows of the dataset: its versions, and tables that share columns with it. */
export async function nearTables(
  ctx: ServiceContext,
  found: FoundDataset,
  tables: readonly AnsweredTable[],
): Promise<NearTable[]> {
  const ours = await tableOf(ctx, found);
  const em = ctx.em.fork();
  const near: NearTable[] = [];
  for (const one of tables) {
    const { dataset, version, versionId, parquetKey, rowCount } = one;
    const isVersion = dataset === found.dataset.id;
    const table =
      versionId === null || parquetKey === null || rowCount === null
        ? null
        : {
            parquet: await ctx.ports.objects.jobPath(parquetKey),
            datasetId: dataset,
            version,
            rowCount,
            columns: await columnsOf(em, { id: versionId }),
          };
    if (isVersion || table === null) {
      if (isVersion) near.push({ ...one, table, shared: commonColumns(ours, table) });
      continue;
    }
    const shared = sharedColumns(
      { columns: ours.columns, sketches: await sketchesOf(ctx, ours) },
      { columns: table.columns, sketches: await sketchesOf(ctx, table) },
    );
    if (shared !== null) near.push({ ...one, table, shared });
  }
  return near;
}

const commonColumns = (ours: TableRef, theirs: TableRef | null): SharedColumns =>
  ours.columns.flatMap(({ name, storage }) =>
    theirs?.columns.some((other) => other.name === name && other.storage === storage) === true
      ? [{ first: name, other: name }]
      : [],
  );

export const answersAbout = (
  em: EntityManager,
  near: readonly NearTable[],
): Promise<Remembered[]> =>
  Promise.all(
    near.map(async (one) => {
      const { kindOfRow, sets } = await em.findOneOrFail(
        AnsweredRows,
        { dataset: one.dataset, version: one.version },
        { refresh: true },
      );
      return { ...one, kindOfRow, sets };
    }),
  );

export function asOther(
  { dataset }: FoundDataset,
  { table, shared, ...one }: Remembered,
): OtherTable {
  if (table === null)
    throw new AppError(
      'too_few_rows',
      'A version that was answered about to credentials that may not read rows is deleted: ' +
        'nothing can be compared with it any more.',
      { fix: 'Ask with a credential that has the scope rows.' },
    );
  return {
    table,
    shared,
    isVersion: one.dataset === dataset.id,
    answered: { kindOfRow: unpackKinds(one.kindOfRow), sets: one.sets },
  };
}
