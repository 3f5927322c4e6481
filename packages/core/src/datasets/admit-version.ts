import { AppError, type Reading, type UploadedFile } from '@columnist/contract';
import { engineVersion, type Admitted } from '@columnist/engine';
import type { EntityManager } from '@mikro-orm/sql';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { jobOf, type ServiceContext } from '../context.ts';
import { Dataset, DatasetVersion } from './dataset.entity.ts';
import type { VersionKeys } from './object-keys.ts';

export interface VersionToAdmit {
  readonly file: Pick<UploadedFile, 'path' | 'bytes' | 'sha256'>;
  readonly reading: Reading;
  readonly keys: VersionKeys;
  /** The original is in the store already, under this key. */
  readonly storedOriginal?: string;
}

export interface AdmittedVersion extends VersionToAdmit {
  readonly admitted: Admitted;
}

/** Reads a file and stores its objects; nothing knows of them yet. Throws invalid_file, canceled. */
export async function admitVersion(ctx: ServiceContext, version: VersionToAdmit): Promise<AdmittedVersion> {
  const { file, reading, keys, storedOriginal } = version;
  const scratch = join(ctx.settings.tempDir, uuid());
  const [parquet, repairs] = [`${scratch}.parquet`, `${scratch}.repairs`];
  try {
    const admitted = await ctx.engine.admit({ source: file.path, parquet, reading, repairs }, jobOf(ctx));
    if (storedOriginal === undefined) await ctx.ports.objects.put(keys.original, file.path);
    if (admitted.admission.repairs_file) await ctx.ports.objects.put(keys.repairs, repairs);
    await ctx.ports.objects.put(keys.parquet, parquet);
    if (ctx.signal.aborted) throw new AppError('canceled', 'The upload was canceled.');
    return { ...version, admitted };
  } finally {
    await Promise.all([parquet, repairs].map((path) => rm(path, { force: true })));
  }
}

/** Writes an admitted version down, within the caller's transaction, and counts the dataset's storage anew. */
export async function recordVersion(
  em: EntityManager,
  datasetId: string,
  { file, reading, keys, storedOriginal, admitted }: AdmittedVersion,
  facts: { readonly number: number; readonly madeBy: DatasetVersion['madeBy']; readonly createdAt: Date; readonly notes?: Admitted['admission']['notes'] },
): Promise<DatasetVersion> {
  const { number, madeBy, createdAt, notes = [] } = facts;
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
    reading,
    engineVersion,
    columns: admitted.columns,
    dialect: admitted.dialect,
    admission: { ...admitted.admission, notes: [...notes, ...admitted.admission.notes] },
    profile: admitted.profile,
  });
  await em.flush();
  await recountStorage(em, datasetId);
  return version;
}

/** The bytes of a dataset's files as uploaded, each counted once. */
export async function recountStorage(em: EntityManager, datasetId: string): Promise<void> {
  await em.execute(
    `update dataset set stored_bytes = (select coalesce(sum(file_size), 0) from (select distinct original_key, file_size from dataset_version where dataset_id = ?) as originals) where id = ?`,
    [datasetId, datasetId],
  );
}

/** Removes objects that nothing knows of; what cannot be removed now is found by the reconciler. */
export async function dropObjects(ctx: ServiceContext, keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((key) => ctx.ports.objects.delete(key))).catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'objects without a dataset could not be removed; the jobs will');
  });
}

/** Datasets that a person has: those that stay, and drafts. */
export const present = { status: { $in: ['ready', 'draft'] satisfies Dataset['status'][] } };
