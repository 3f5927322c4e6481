import { AppError, maxFileBytes } from '@columnist/contract';
import { requireDisk, type Actor, type Settings } from '@columnist/core';
import type { Request, Response } from 'express';
import { Holder } from './holder.ts';

/** Of the disk that files are received on. */
export type Room = Pick<Settings, 'tempDir' | 'minFreeBytes'>;

/** Of one user at once: eight of the largest files of the plan, or more that are smaller. */
const most = 8;
/** A file counts in whole thousandths of the largest: fractions would leave rests of rounding. */
const whole = 1000;
const arriving = new Holder({ ofOne: most * whole, ofAll: Infinity });
/** What all files that are arriving may still come to fill. */
let promisedBytes = 0;

/**
 * The folder that a file is received in, with room for all of it and for all others that are
 * arriving, until the answer ends: files that are begun and do not go on fill no disk. Throws
 * storage_full before the first byte, unavailable where a user has too many on the way, canceled.
 */
export async function roomForFile(
  req: Request,
  res: Response,
  actor: Actor,
  room: Room,
): Promise<string> {
  if (res.closed) throw canceled();
  const largest = maxFileBytes(actor.user);
  const bytes = Math.min(largest, Number(req.get('content-length') ?? largest));
  const release = arriving.take(actor.user.id, Math.ceil((whole * bytes) / largest));
  if (release === null)
    throw new AppError(
      'unavailable',
      'Too many of your files are on their way at once. Send the next when one has arrived.',
      { retry_after: 2, limit: most },
    );
  promisedBytes += bytes;
  res.once('close', () => {
    release();
    promisedBytes -= bytes;
  });
  await requireDisk(room, promisedBytes);
  refuseGone(req);
  return room.tempDir;
}

/**
 * Throws canceled where the connection ended before the body is listened to: it would never be said
 * again.
 */
export function refuseGone(req: Request): void {
  if (req.destroyed && !req.readableEnded) throw canceled();
}

const canceled = (): AppError => new AppError('canceled', 'The upload was canceled.');
