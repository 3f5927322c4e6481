import {
  AppError,
  UploadedFile,
  operations,
  type InputOf,
  type OutputOf,
} from '@columnist/contract';
import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashToken, randomToken } from '../../users/secrets.ts';
import { authorize, type Actor, type ServiceContext } from '../../context.ts';
import { createDataset } from './create-dataset.ts';
import { withHoldings } from '../records/lock-holdings.ts';
import { UploadLink } from './upload-link.entity.ts';

type FromText = (typeof operations)['datasets']['createFromText'];

const minutesToUpload = 15;
/** Of one user, not used yet. */
const mostLinks = 20;

/**
 * CSV text as a new dataset, by the same way as a file; without text, a link that takes one file.
 * Throws as createDataset.
 */
export async function createFromText(
  ctx: ServiceContext,
  input: InputOf<FromText>,
): Promise<OutputOf<FromText>> {
  const actor = authorize(ctx, operations.datasets.createFromText);
  if (input.csv === undefined) {
    const token = randomToken();
    const until = new Date(ctx.clock.now().getTime() + minutesToUpload * 60_000);
    await keepLink(ctx, actor, hashToken(token), until);
    return {
      dataset: null,
      upload_url: `${ctx.settings.publicUrl}/api/v1/uploads/${token}`,
      expires_at: until.toISOString(),
    };
  }
  const bytes = Buffer.from(input.csv);
  const path = join(ctx.settings.tempDir, `${randomUUID()}.upload`);
  await writeFile(path, bytes);
  const file = new UploadedFile({
    path,
    filename: input.name,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  return {
    dataset: await createDataset(ctx, {
      file,
      ...(input.decimal_mark === undefined ? {} : { decimal_mark: input.decimal_mark }),
    }),
    upload_url: null,
    expires_at: null,
  };
}

/**
 * Written down with what asked for it, with which it ends. Throws conflict where the user has many
 * that nobody has used.
 */
async function keepLink(
  ctx: ServiceContext,
  { user, sessionId, agent, keyId }: Actor,
  hash: string,
  until: Date,
): Promise<void> {
  const now = ctx.clock.now();
  await withHoldings(ctx.em.fork(), user.id, now, async (em) => {
    const open = await em.count(UploadLink, { user: user.id, expiresAt: { $gt: now } });
    if (open >= mostLinks)
      throw new AppError('conflict', `You have ${open} upload links that nobody has used yet.`, {
        used: open,
        limit: mostLinks,
        fix: `Use one of them, or wait: each ends after ${minutesToUpload} minutes.`,
      });
    const credential =
      sessionId !== null ? `session:${sessionId}` : agent !== null ? `grant:${agent.id}` : null;
    // The key of the account keeps its id when it is made again, and the links of the one before end
    // with that.
    await em.execute(
      'insert into upload_link (token_hash, user_id, expires_at, credential) values (?, ?, ' +
        "?, coalesce(?, 'key:' || coalesce((select k.lookup from api_key k where k.id = " +
        '?::uuid), ?::text)))',
      [hash, user.id, until, credential, keyId ?? null, keyId ?? null],
    );
  });
}
