import { AppError, maxFileBytes, operations, type PlanHolder } from '@columnist/contract';
import { randomUUID } from 'node:crypto';
import { authorize, type ServiceContext } from '../../context.ts';
import { mayReadRows } from '../../users/may-read-rows.ts';
import { nameOfFile } from '../records/clean-name.ts';
import { requirePlace, withHoldings } from '../records/lock-holdings.ts';
import { requireSize } from './create-dataset.ts';
import { PartialUpload } from './partial-upload.entity.ts';
import { requireDisk } from './require-disk.ts';

/** An upload that is no dataset after this is removed. */
const hoursToUpload = 24;
/** Of one user, no datasets yet. */
const mostUploads = 5;
/** As many bytes as so many files of the largest size have, of one user. */
const mostFiles = 2;

/** What is said of a file before its bytes are sent. */
export interface AnnouncedFile {
  readonly filename: string;
  readonly bytes: number;
}

/**
 * Writes down a file whose bytes will follow in other requests. Throws file_too_large,
 * storage_full, dataset_limit_reached where it would not fit once it is there, and conflict where
 * the user has begun too many.
 */
export async function beginUpload(
  ctx: ServiceContext,
  { filename, bytes }: AnnouncedFile,
): Promise<Pick<PartialUpload, 'id' | 'expiresAt'>> {
  const { user } = authorize(ctx, operations.datasets.createFromUpload);
  requireSize({ bytes }, user);
  await requireDisk(ctx.settings);
  const now = ctx.clock.now();
  const id = randomUUID();
  const expiresAt = new Date(now.getTime() + hoursToUpload * 3_600_000);
  await withHoldings(ctx.em.fork(), user.id, now, async (em, holdings) => {
    requirePlace(holdings, bytes, user, 'dataset_limit_reached');
    const open = await em.find(PartialUpload, { user: user.id, expiresAt: { $gt: now } });
    requireFew(open, bytes, user);
    await em.insert(PartialUpload, {
      id,
      user: user.id,
      filename: nameOfFile({ filename }),
      bytes,
      sentNarrowed: !mayReadRows(ctx.actor),
      expiresAt,
    });
  });
  return { id, expiresAt };
}

function requireFew(open: readonly PartialUpload[], bytes: number, holder: PlanHolder): void {
  const fix = `Make datasets of them, delete some, or wait: each ends after ${hoursToUpload} hours.`;
  if (open.length >= mostUploads)
    throw new AppError('conflict', `You have begun ${open.length} uploads that are no datasets.`, {
      used: open.length,
      limit: mostUploads,
      fix,
    });
  const used = open.reduce((sum, one) => sum + one.bytes, 0);
  const limit = mostFiles * maxFileBytes(holder);
  if (used + bytes > limit)
    throw new AppError(
      'conflict',
      `The uploads you have begun have ${used} of ${limit} bytes; this one does not fit.`,
      { used, limit, fix },
    );
}
