import { UploadedFile, operations, type InputOf, type OutputOf } from '@columnist/contract';
import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashToken, randomToken } from '../accounts/secrets.ts';
import { authorize, type ServiceContext } from '../context.ts';
import { createDataset } from './create-dataset.ts';

type FromText = (typeof operations)['datasets']['createFromText'];

const minutesToUpload = 15;

/** CSV text as a new dataset, by the same way as a file; without text, a link that takes one file. Throws as createDataset. */
export async function createFromText(ctx: ServiceContext, input: InputOf<FromText>): Promise<OutputOf<FromText>> {
  const actor = authorize(ctx, operations.datasets.createFromText);
  if (input.csv === undefined) {
    const token = randomToken();
    const until = new Date(ctx.clock.now().getTime() + minutesToUpload * 60_000);
    await ctx.em.fork().execute('insert into upload_link (token_hash, user_id, expires_at) values (?, ?, ?)', [hashToken(token), actor.user.id, until]);
    return { dataset: null, upload_url: `${ctx.settings.publicUrl}/api/v1/uploads/${token}`, expires_at: until.toISOString() };
  }
  const bytes = Buffer.from(input.csv);
  const path = join(ctx.settings.tempDir, `${randomUUID()}.upload`);
  await writeFile(path, bytes);
  const file = new UploadedFile({ path, filename: input.name, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
  return { dataset: await createDataset(ctx, { file }), upload_url: null, expires_at: null };
}
