import { UploadedFile, type Dataset as WireDataset } from '@columnist/contract';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { v7 as uuid } from 'uuid';
import type { ServiceContext } from '../../context.ts';
import { cleanName } from '../records/clean-name.ts';
import { createDataset } from './create-dataset.ts';

/**
 * A dataset of a CSV file that `write` makes, which says which columns hold texts. Throws as
 * createDataset.
 */
export async function createFromRows(
  ctx: ServiceContext,
  name: string,
  write: (path: string) => Promise<readonly string[]>,
): Promise<WireDataset> {
  const path = join(ctx.settings.tempDir, `${uuid()}.csv`);
  try {
    const texts = await write(path);
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
    return await createDataset(ctx, {
      file,
      encoding: 'utf-8',
      delimiter: ',',
      quote: '"',
      escape: 'doubled',
      skip_lines: 0,
      header_rows: 1,
      decimal_mark: '.',
      text_columns: [...texts],
    });
  } finally {
    await rm(path, { force: true });
  }
}
