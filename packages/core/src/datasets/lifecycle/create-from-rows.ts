import {
  AppError,
  UploadedFile,
  operations,
  type Dataset as WireDataset,
  type KeptReading,
} from '@columnist/contract';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { v7 as uuid } from 'uuid';
import { authorize, type ServiceContext } from '../../context.ts';
import { cleanName } from '../records/clean-name.ts';
import { admitDataset, type Derived } from './create-dataset.ts';

/** How rows that were written are to be read, and what they were made of. */
export interface WrittenRows {
  readonly reading: KeptReading;
  readonly derived: Derived | null;
  readonly rows: number;
}

/**
 * A dataset of a CSV file that `write` makes, which says how it is read and what it was made of.
 * Throws as createDataset, and invalid_input where there are no rows.
 */
export async function createFromRows(
  ctx: ServiceContext,
  name: string,
  write: (path: string) => Promise<WrittenRows>,
): Promise<WireDataset> {
  const { user } = authorize(ctx, operations.datasets.create);
  const path = join(ctx.settings.tempDir, `${uuid()}.csv`);
  try {
    const { reading, derived, rows } = await write(path);
    if (rows === 0)
      throw new AppError('invalid_input', 'There are no rows to keep.', {
        fix: 'A dataset has at least one row: change the conditions, then save again.',
      });
    const hash = createHash('sha256');
    await pipeline(createReadStream(path), hash);
    const filename = /\.csv$/i.test(name) ? cleanName(name) : `${cleanName(name)}.csv`;
    const file = new UploadedFile({
      path,
      filename,
      bytes: (await stat(path)).size,
      sha256: hash.digest('hex'),
    });
    return await admitDataset(ctx, user, {
      name: filename,
      file,
      status: 'ready',
      reading,
      derived,
    });
  } finally {
    await rm(path, { force: true });
  }
}
