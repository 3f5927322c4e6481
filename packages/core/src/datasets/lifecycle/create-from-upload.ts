import {
  AppError,
  UploadedFile,
  endingOf,
  isImported,
  operations,
  type Dataset as WireDataset,
  type InputOf,
} from '@columnist/contract';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { v7 as uuid } from 'uuid';
import { authorize, type ServiceContext } from '../../context.ts';
import { underLease } from '../../requests/take-lease.ts';
import { createDataset } from './create-dataset.ts';
import { findUpload } from './find-upload.ts';
import { importFile } from './import-file.ts';
import type { PartialUpload } from './partial-upload.entity.ts';
import { removeUpload } from './remove-upload.ts';
import { requireDisk } from './require-disk.ts';

type FromUpload = (typeof operations)['datasets']['createFromUpload'];

/**
 * A new dataset, or a draft of one, of a file that was sent in several requests: of CSV, or of
 * another format by its name. The upload is gone once there is a dataset; where the file cannot be
 * read it stays until it ends, and can be asked again with other options. Throws not_found, conflict
 * where bytes are missing or others ask for the same upload, and as createDataset and importFile.
 */
export async function createFromUpload(
  ctx: ServiceContext,
  input: InputOf<FromUpload>,
): Promise<WireDataset> {
  const actor = authorize(ctx, operations.datasets.createFromUpload);
  const upload = await findUpload(ctx, actor, input.upload);
  return underLease(
    ctx,
    `dataset-of-upload:${upload.id}`,
    'A dataset is being made of this upload already.',
    'Wait for it, then list your datasets.',
    async () => {
      await requireWhole(ctx, upload);
      await requireDisk(ctx.settings);
      const made = await makeDataset(ctx, upload, input);
      await removeUpload(ctx, upload.id);
      return made;
    },
  );
}

async function requireWhole({ ports }: ServiceContext, upload: PartialUpload): Promise<void> {
  const offset = await ports.partials.offset(upload.id);
  if (offset >= upload.bytes) return;
  throw new AppError(
    'conflict',
    `The upload is not whole: ${offset} of ${upload.bytes} bytes are here.`,
    {
      used: offset,
      limit: upload.bytes,
      fix: `Send the rest with PATCH /api/v1/resumable-uploads/${upload.id} and Upload-Offset: ${offset}, then ask again.`,
    },
  );
}

async function makeDataset(
  ctx: ServiceContext,
  { id, filename }: PartialUpload,
  { upload: _upload, table, range, explode, borders, ...reading }: InputOf<FromUpload>,
): Promise<WireDataset> {
  const path = join(ctx.settings.tempDir, `${uuid()}.upload`);
  try {
    await ctx.ports.partials.copyTo(id, path);
    const file = new UploadedFile({ path, filename, ...(await measure(path)) });
    // As with a link to upload by: text of fixed width has these names too.
    return isImported(filename) || ['txt', 'dat'].includes(endingOf(filename))
      ? await importFile(ctx, { file, table, range, explode, borders, ...reading })
      : await createDataset(ctx, { file, ...reading });
  } finally {
    await rm(path, { force: true });
  }
}

async function measure(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(createReadStream(path), async (chunks: AsyncIterable<Uint8Array>) => {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      hash.update(chunk);
    }
  });
  return { bytes, sha256: hash.digest('hex') };
}
