import { operations, type Dataset as WireDataset, type InputOf, type UploadedFile } from '@columnist/contract';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { v7 as uuid } from 'uuid';
import { authorize, jobOf, type ServiceContext } from '../context.ts';
import { addVersion } from './add-version.ts';
import { admitVersion, dropObjects } from './admit-version.ts';
import { nameOf, requireSize } from './create-dataset.ts';
import { findDataset, type FoundDataset } from './find-dataset.ts';
import { lockHoldings, requireStorage } from './lock-holdings.ts';
import { keysOf } from './object-keys.ts';

/**
 * Gives a dataset new data: the uploaded file alone, or its rows below those that are there. The version before stays.
 * Throws not_found, invalid_file, file_too_large, dataset_limit_reached, conflict, canceled.
 */
export async function updateDataset(ctx: ServiceContext, input: InputOf<(typeof operations)['datasets']['addVersion']>): Promise<WireDataset> {
  const { id, file, mode, ...reading } = input;
  const combined = join(ctx.settings.tempDir, `${uuid()}.upload`);
  try {
    const actor = authorize(ctx, operations.datasets.addVersion);
    nameOf(file);
    requireSize(file, actor.user.tier);
    const found = await findDataset(ctx.em, actor, id);
    const data = mode === 'append' ? await appended(ctx, found, file, reading, combined) : file;
    await ctx.em.transactional(async (em) => requireStorage(await lockHoldings(em, actor.user.id, ctx.clock.now()), data.bytes, actor.user.tier, 'dataset_limit_reached'));
    const keys = keysOf(id, `${found.version.number + 1}-${uuid()}`);
    // Rows put together are written in one known way.
    const admitted = await admitVersion(ctx, { file: data, reading: mode === 'append' ? textOf(found) : reading, keys }).catch(async (error: unknown) => {
      await dropObjects(ctx, Object.values(keys));
      throw error;
    });
    return await addVersion(ctx, found.dataset, admitted, mode ?? 'replace');
  } finally {
    await Promise.all([file.path, combined].map((path) => rm(path, { force: true })));
  }
}

const textOf = ({ version }: FoundDataset) => ({
  encoding: 'utf-8',
  delimiter: ',',
  quote: '"' as const,
  escape: 'doubled' as const,
  skip_lines: 0,
  header_rows: 1,
  ...(version.reading.decimal_mark === undefined ? {} : { decimal_mark: version.reading.decimal_mark }),
  ...(version.reading.date_order === undefined ? {} : { date_order: version.reading.date_order }),
  ...(version.reading.text_columns === undefined ? {} : { text_columns: version.reading.text_columns }),
});

async function appended(ctx: ServiceContext, { version }: FoundDataset, file: UploadedFile, reading: FoundDataset['version']['reading'], to: string) {
  const parts = [
    { source: await ctx.ports.objects.localPath(version.originalKey), reading: version.reading },
    { source: file.path, reading },
  ];
  await ctx.engine.combine({ parts, to }, jobOf(ctx));
  const hash = createHash('sha256');
  await pipeline(createReadStream(to), hash);
  return { path: to, bytes: (await stat(to)).size, sha256: hash.digest('hex') };
}
