import {
  UploadedFile,
  operations,
  type Dataset as WireDataset,
  type InputOf,
} from '@columnist/contract';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { authorize, type ServiceContext } from '../../context.ts';
import { cleanName } from '../records/clean-name.ts';
import { findDataset } from '../records/find-dataset.ts';
import { admitDataset, statusOf } from './create-dataset.ts';
import { partOf } from './import-file.ts';
import { notImported } from './list-contents.ts';

/**
 * Another table of the file that a dataset was imported from, as a dataset of its own with its own
 * copy of the file. Throws not_found, conflict, and as admitDataset.
 */
export async function importTable(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['importTable']>,
): Promise<WireDataset> {
  const { user, ...actor } = authorize(ctx, operations.datasets.importTable);
  const { id, table, range, explode, review, ...reading } = input;
  const { dataset, version } = await findDataset(ctx.em, { user, ...actor }, id);
  const { part } = version.reading;
  if (part === undefined) throw notImported();
  // The store takes a file that it is given away from its place: it is given a copy.
  const path = join(ctx.settings.tempDir, `${uuid()}.upload`);
  try {
    await copyFile(await ctx.ports.objects.localPath(version.originalKey), path);
    const file = new UploadedFile({
      path,
      filename: dataset.name,
      bytes: version.fileSize,
      sha256: version.sha256,
    });
    return await admitDataset(ctx, user, {
      name: cleanName(
        `${dataset.name.replace(/ – .*$/, '')} – ${table.split('/').at(-1) ?? table}`,
      ),
      file,
      status: statusOf(review),
      reading: { ...reading, part: partOf({ format: part.format, table, range, explode }) },
    });
  } finally {
    await rm(path, { force: true });
  }
}
