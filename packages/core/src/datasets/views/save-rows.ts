import {
  UploadedFile,
  operations,
  type Dataset as WireDataset,
  type InputOf,
} from '@columnist/contract';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { v7 as uuid } from 'uuid';
import { authorize, jobOf, type ServiceContext } from '../../context.ts';
import { cleanName } from '../records/clean-name.ts';
import { createDataset } from '../lifecycle/create-dataset.ts';
import { findDataset, tableOf } from '../records/find-dataset.ts';
import { resolveView } from './resolve-view.ts';

/**
 * Makes the rows of a view a dataset of their own. Throws not_found, unknown_column,
 * dataset_limit_reached.
 */
export async function saveRows(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['saveRows']>,
): Promise<WireDataset> {
  const actor = authorize(ctx, operations.datasets.saveRows);
  const { id, name, ...options } = input;
  const found = await findDataset(ctx.em, actor, id);
  const asked = await resolveView(ctx, found, options);
  const path = join(ctx.settings.tempDir, `${uuid()}.csv`);
  try {
    await ctx.engine.exportRows(
      await tableOf(ctx, found),
      { ...asked, forSpreadsheets: false },
      path,
      jobOf(ctx),
    );
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    const filename = /\.csv$/i.test(name) ? cleanName(name) : `${cleanName(name)}.csv`;
    const file = new UploadedFile({
      path,
      filename,
      bytes: (await stat(path)).size,
      sha256: hash.digest('hex'),
    });
    // What is text stays text, and numbers are written with a point, whatever they look like.
    const texts = found.columns
      .filter(({ storage }) => storage === 'VARCHAR')
      .map((column) => column.name);
    return await createDataset(ctx, {
      file,
      encoding: 'utf-8',
      delimiter: ',',
      quote: '"',
      escape: 'doubled',
      skip_lines: 0,
      header_rows: 1,
      decimal_mark: '.',
      text_columns: texts,
    });
  } finally {
    await rm(path, { force: true });
  }
}
