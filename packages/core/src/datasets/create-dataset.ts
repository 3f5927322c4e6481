import { AppError, maxFileBytes, operations, plans, type Dataset as WireDataset, type InputOf, type UploadedFile } from '@columnist/contract';
import { engineVersion } from '@columnist/engine';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { authorize, type ServiceContext } from '../context.ts';
import { Dataset, DatasetVersion } from './dataset.entity.ts';
import { presentDataset } from './dataset.presenter.ts';
import { reserveDataset } from './reserve-dataset.ts';

/**
 * Admits an uploaded CSV file as a new dataset: a place is reserved, the file is read outside any transaction, its
 * objects are stored, and one transaction makes it visible. Whatever fails, nothing of it is left.
 */
export async function createDataset(ctx: ServiceContext, input: InputOf<(typeof operations)['datasets']['create']>): Promise<WireDataset> {
  const { file } = input;
  const parquet = join(ctx.settings.tempDir, `${uuid()}.parquet`);
  try {
    const actor = authorize(ctx, operations.datasets.create);
    const name = nameOf(file);
    refuseTooLarge(file, actor.user.tier);
    const id = await reserveDataset(ctx, actor, name, file.bytes);
    const keys = { original: `datasets/${id}/1.csv`, parquet: `datasets/${id}/1.parquet` };
    try {
      const admitted = await ctx.engine.admit({ source: file.path, parquet }, { signal: ctx.signal });
      await ctx.ports.objects.put(keys.original, file.path);
      await ctx.ports.objects.put(keys.parquet, parquet);
      if (ctx.signal.aborted) throw new AppError('canceled', 'The upload was canceled.');
      return await ctx.em.transactional(async (em) => {
        const now = ctx.clock.now();
        const twin = await em.findOne(DatasetVersion, { sha256: file.sha256, dataset: { owner: actor.user.id, status: 'ready', deletedAt: null } }, { populate: ['dataset'] });
        const notes = twin === null ? [] : [{ code: 'already_uploaded', message: `The same file is already here as '${twin.dataset.name}'.`, column: null, count: 1, rows: [] }];
        const dataset = await em.findOneOrFail(Dataset, { id, status: 'pending' });
        dataset.status = 'ready';
        dataset.reservedUntil = null;
        dataset.createdAt = now;
        const version = em.create(DatasetVersion, {
          id: uuid(),
          dataset,
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
          admission: { ...admitted.admission, notes: [...notes, ...admitted.admission.notes] },
          profile: admitted.profile,
        });
        await em.flush();
        return presentDataset(dataset, version);
      });
    } catch (error) {
      await Promise.all([ctx.ports.objects.delete(keys.original), ctx.ports.objects.delete(keys.parquet)]);
      await ctx.em.fork().nativeDelete(Dataset, { id, status: 'pending' });
      throw error;
    }
  } finally {
    await Promise.all([rm(file.path, { force: true }), rm(parquet, { force: true })]);
  }
}

/** The last part of the client's file name, without control characters; never used as a path. */
function nameOf(file: UploadedFile): string {
  const base = file.filename.split(/[\\/]/).at(-1) ?? '';
  // eslint-disable-next-line no-control-regex
  const clean = base.replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '').trim();
  if (!/\.csv$/i.test(clean)) {
    throw new AppError('invalid_file', 'Only .csv files can be uploaded.', { fix: 'Save the table as CSV and give its name the ending .csv.', errors: [{ field: 'file', message: 'Only .csv files can be uploaded.' }] });
  }
  return clean.length > 200 ? `${clean.slice(0, 196)}.csv` : clean;
}

function refuseTooLarge(file: UploadedFile, tier: 'free' | 'paid'): void {
  if (file.bytes <= maxFileBytes(tier)) return;
  throw tooLarge(tier);
}

/** Also thrown while the bytes still stream in. */
export function tooLarge(tier: 'free' | 'paid'): AppError {
  const limit = plans[tier].max_file_size_mb;
  return new AppError('file_too_large', `The file is larger than ${limit} MB, the limit of your plan.`, {
    limit,
    fix: tier === 'free' ? `Upgrade to Pro for files up to ${plans.paid.max_file_size_mb} MB, or split the file.` : 'Split the file.',
  });
}
