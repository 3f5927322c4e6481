import {
  AppError,
  maxFileBytes,
  type PlanHolder,
  type BuiltFrom,
  type KeptReading,
  type UploadedFile,
} from '@columnist/contract';
import { engineVersion, type Admitted } from '@columnist/workers';
import type { EntityManager } from '@mikro-orm/sql';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { jobOf, type ServiceContext } from '../../context.ts';
import { Dataset, DatasetVersion } from './dataset.entity.ts';
import type { VersionKeys } from './object-keys.ts';

export interface VersionToAdmit {
  readonly file: Pick<UploadedFile, 'path' | 'bytes' | 'sha256'> & {
    /** Of a file to be imported. */
    readonly filename?: string;
  };
  readonly reading: KeptReading;
  /** Whose limits hold for a file that is compressed. */
  readonly holder: PlanHolder;
  readonly keys: VersionKeys;
  /** Lines that were changed before rows were put together in this file: a table of them. */
  readonly repairsOfParts?: string | null;
  /** The original is in the store already, under this key. */
  readonly storedOriginal?: string;
}

export interface AdmittedVersion extends VersionToAdmit {
  readonly admitted: Admitted;
  /** Bytes of what was made of the file. */
  readonly derivedBytes: number;
}

/**
 * Reads a file and stores its objects, of which nothing knows yet; where that fails, none of them
 * is left. Throws invalid_file, canceled.
 */
export async function admitVersion(
  ctx: ServiceContext,
  version: VersionToAdmit,
): Promise<AdmittedVersion> {
  const { file, reading, holder, keys, storedOriginal, repairsOfParts = null } = version;
  const scratch = join(ctx.settings.tempDir, uuid());
  const [parquet, repairs, profile] = [
    `${scratch}.parquet`,
    `${scratch}.repairs`,
    `${scratch}.profile`,
  ];
  try {
    const admitted = await ctx.engine.admit(
      {
        source: file.path,
        parquet,
        reading,
        filename: file.filename,
        repairs,
        profile,
        mostBytes: maxFileBytes(holder),
      },
      jobOf(ctx),
    );
    const changed = admitted.admission.repairs_file ? repairs : repairsOfParts;
    const made = [parquet, profile, ...(changed === null ? [] : [changed])];
    const derivedBytes = (
      await Promise.all(made.map(async (path) => (await stat(path)).size))
    ).reduce((sum, size) => sum + size, 0);
    if (storedOriginal === undefined) await ctx.ports.objects.put(keys.original, file.path);
    if (changed !== null) await ctx.ports.objects.put(keys.repairs, changed);
    await ctx.ports.objects.put(keys.profile, profile);
    await ctx.ports.objects.put(keys.parquet, parquet);
    if (ctx.signal.aborted) throw new AppError('canceled', 'The upload was canceled.');
    const { part } = admitted;
    // With what was found, so that it is read just so again.
    return {
      ...version,
      reading: part === undefined ? reading : { ...reading, part },
      admitted,
      derivedBytes,
    };
  } catch (error) {
    await dropObjects(ctx, [
      ...(storedOriginal === undefined ? [keys.original] : []),
      keys.parquet,
      keys.repairs,
      keys.profile,
    ]);
    throw error;
  } finally {
    await Promise.all([parquet, repairs, profile].map((path) => rm(path, { force: true })));
  }
}

/**
 * Which descriptions are answered from: of this engine, kept as a file. Earlier releases, which
 * know of no file, have the engine make them again.
 */
export const profiledBy = `${engineVersion} file`;

/**
 * Writes an admitted version down, within the caller's transaction, and counts the dataset's
 * storage again.
 */
export async function recordVersion(
  em: EntityManager,
  datasetId: string,
  { file, reading, keys, storedOriginal, admitted, derivedBytes }: AdmittedVersion,
  facts: {
    readonly number: number;
    readonly madeBy: DatasetVersion['madeBy'];
    readonly createdAt: Date;
    readonly notes?: Admitted['admission']['notes'];
    readonly builtFrom?: BuiltFrom | null;
  },
): Promise<DatasetVersion> {
  const { number, madeBy, createdAt, notes = [], builtFrom = null } = facts;
  const version = em.create(DatasetVersion, {
    id: uuid(),
    dataset: datasetId,
    number,
    createdAt,
    fileSize: file.bytes,
    sha256: file.sha256,
    rowCount: admitted.rowCount,
    originalKey: storedOriginal ?? keys.original,
    parquetKey: keys.parquet,
    repairsKey: admitted.admission.repairs_file ? keys.repairs : null,
    madeBy,
    builtFrom,
    reading,
    engineVersion: profiledBy,
    columns: admitted.columns,
    dialect: admitted.dialect,
    admission: { ...admitted.admission, notes: [...notes, ...admitted.admission.notes] },
    derivedBytes,
    profileKey: keys.profile,
  });
  await em.flush();
  await recountStorage(em, datasetId);
  return version;
}

/**
 * The bytes of a dataset's files: those uploaded, each counted once, and those made of them; and of
 * what is remembered of answers about it.
 */
export async function recountStorage(em: EntityManager, datasetId: string): Promise<void> {
  await em.execute(
    `update dataset set stored_bytes = (select coalesce(sum(file_size), 0) from (select distinct original_key, file_size from dataset_version where dataset_id = ?) as originals)
       + (select coalesce(sum(derived_bytes), 0) from dataset_version where dataset_id = ?)
       + (select coalesce(sum(octet_length(kind_of_row) + octet_length(sets::text)), 0) from answered_rows where dataset_id = ?) where id = ?`,
    [datasetId, datasetId, datasetId, datasetId],
  );
}

/** The objects of a version, but its original. */
export const derivedKeys = ({
  parquetKey,
  repairsKey,
  profileKey,
}: Pick<DatasetVersion, 'parquetKey' | 'repairsKey' | 'profileKey'>): string[] => [
  parquetKey,
  ...[repairsKey, profileKey].filter((key) => typeof key === 'string'),
];

/** Removes objects that nothing knows of; what cannot be removed now is found by the reconciler. */
export async function dropObjects(ctx: ServiceContext, keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => ctx.ports.objects.delete(key))).catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'objects without a dataset could not be removed; the jobs will');
  });
}

/** Datasets that a person has: those that stay, and drafts. */
export const present = { status: { $in: ['ready', 'draft'] satisfies Dataset['status'][] } };
