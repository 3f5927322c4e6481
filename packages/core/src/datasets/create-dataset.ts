import { AppError, maxFileBytes, operations, plans, type Dataset as WireDataset, type InputOf, type Tier, type UploadedFile } from '@columnist/contract';
import { engineVersion, type Admitted } from '@columnist/engine';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { authorize, type ServiceContext } from '../context.ts';
import { cleanName } from './clean-name.ts';
import { Dataset, DatasetVersion } from './dataset.entity.ts';
import { presentDataset } from './dataset.presenter.ts';
import { keysOf } from './object-keys.ts';
import { reserveDataset } from './reserve-dataset.ts';

/** A dataset that has its place and is being admitted. */
interface Pending {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
  readonly file: UploadedFile;
}

/**
 * Admits an uploaded CSV file as a new dataset: a place is reserved, the file is read outside any transaction, its
 * objects are stored, and one transaction makes it visible. Whatever fails, nothing of it is left. Throws invalid_file,
 * file_too_large, dataset_limit_reached, canceled.
 */
export async function createDataset(ctx: ServiceContext, input: InputOf<(typeof operations)['datasets']['create']>): Promise<WireDataset> {
  const { file } = input;
  const parquet = join(ctx.settings.tempDir, `${uuid()}.parquet`);
  try {
    const { user } = authorize(ctx, operations.datasets.create);
    const name = nameOf(file);
    if (file.bytes > maxFileBytes(user.tier)) throw tooLarge(user.tier);
    const pending = { id: await reserveDataset(ctx, user, name, file.bytes), name, ownerId: user.id, file };
    return await admit(ctx, pending, parquet).catch(async (error: unknown) => {
      await abandon(ctx, pending);
      throw error;
    });
  } finally {
    await Promise.all([rm(file.path, { force: true }), rm(parquet, { force: true })]);
  }
}

async function admit(ctx: ServiceContext, pending: Pending, parquet: string): Promise<WireDataset> {
  const { id, file } = pending;
  const admitted = await ctx.engine.admit({ source: file.path, parquet }, { signal: ctx.signal });
  const keys = keysOf(id, 1);
  await ctx.ports.objects.put(keys.original, file.path);
  await ctx.ports.objects.put(keys.parquet, parquet);
  if (ctx.signal.aborted) throw new AppError('canceled', 'The upload was canceled.');
  return record(ctx, pending, admitted);
}

function record(ctx: ServiceContext, { id, name, ownerId, file }: Pending, admitted: Admitted): Promise<WireDataset> {
  const now = ctx.clock.now();
  const keys = keysOf(id, 1);
  return ctx.em.transactional(async (em) => {
    const recorded = await em.nativeUpdate(Dataset, { id, status: 'pending', reservedUntil: { $gt: now } }, { status: 'ready', reservedUntil: null, createdAt: now });
    if (recorded !== 1) throw new AppError('unavailable', 'Reading the file took too long. Upload it again.');
    const notes = [...(await noteTwin(em, ownerId, file.sha256)), ...admitted.admission.notes];
    const version = em.create(DatasetVersion, {
      id: uuid(),
      dataset: id,
      number: 1,
      createdAt: now,
      fileSize: file.bytes,
      sha256: file.sha256,
      rowCount: admitted.rowCount,
      originalKey: keys.original,
      parquetKey: keys.parquet,
      engineVersion,
      columns: admitted.columns,
      dialect: admitted.dialect,
      admission: { ...admitted.admission, notes },
      profile: admitted.profile,
    });
    await em.flush();
    return presentDataset({ id, name, createdAt: now }, version);
  });
}

/** The same bytes may be there twice; the owner is told. */
async function noteTwin(em: ServiceContext['em'], ownerId: string, sha256: string) {
  const twin = await em.findOne(
    DatasetVersion,
    { sha256, dataset: { owner: ownerId, status: 'ready', deletedAt: null } },
    { populate: ['dataset'], fields: ['dataset.name'], orderBy: { createdAt: 'desc' } },
  );
  if (twin === null) return [];
  return [{ code: 'already_uploaded', message: `The same file is already here as '${twin.dataset.name}'.`, column: null, count: 1, rows: [], examples: [] }];
}

/**
 * Gives the place back, then the files. Where the dataset is recorded after all (its commit arrived, the answer to it
 * did not), or the database is away, nothing is touched: the jobs remove what no row knows.
 */
async function abandon(ctx: ServiceContext, { id }: Pending): Promise<void> {
  const em = ctx.em.fork();
  try {
    await em.nativeDelete(Dataset, { id, status: 'pending' });
    if ((await em.count(Dataset, { id })) > 0) return;
    await Promise.all(Object.values(keysOf(id, 1)).map((key) => ctx.ports.objects.delete(key)));
  } catch (error) {
    ctx.log.warn({ err: error, dataset: id }, 'an upload that failed could not be tidied up; the jobs will');
  }
}

/** The last part of the client's file name; never used as a path. */
function nameOf(file: UploadedFile): string {
  const name = cleanName(file.filename.split(/[\\/]/).at(-1) ?? '');
  if (/\.csv$/i.test(name)) return name;
  const message = 'Only .csv files can be uploaded.';
  throw new AppError('invalid_file', message, { fix: 'Save the table as CSV and give its name the ending .csv.', errors: [{ field: 'file', message }] });
}

/** Also thrown while the bytes still stream in. */
export function tooLarge(tier: Tier): AppError {
  const limit = plans[tier].max_file_size_mb;
  return new AppError('file_too_large', `The file is larger than ${limit} MB, the limit of your plan.`, {
    limit,
    fix: tier === 'free' ? `Upgrade to Pro for files up to ${plans.paid.max_file_size_mb} MB, or split the file.` : 'Split the file.',
  });
}
