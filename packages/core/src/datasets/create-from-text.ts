import { UploadedFile, operations, type Dataset, type InputOf } from '@columnist/contract';
import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { authorize, type ServiceContext } from '../context.ts';
import { createDataset } from './create-dataset.ts';

/** CSV text as a new dataset, by the same way as a file. Throws as createDataset. */
export async function createFromText(ctx: ServiceContext, input: InputOf<(typeof operations)['datasets']['createFromText']>): Promise<Dataset> {
  authorize(ctx, operations.datasets.createFromText);
  const bytes = Buffer.from(input.csv);
  const path = join(ctx.settings.tempDir, `${randomUUID()}.upload`);
  await writeFile(path, bytes);
  return createDataset(ctx, { file: new UploadedFile({ path, filename: input.name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }) });
}
