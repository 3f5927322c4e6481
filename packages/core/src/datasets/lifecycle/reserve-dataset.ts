import { v7 as uuid } from 'uuid';
import type { Actor, ServiceContext } from '../../context.ts';
import { mayReadRows } from '../../users/may-read-rows.ts';
import { Dataset } from '../records/dataset.entity.ts';
import { requirePlace, withHoldings } from '../records/lock-holdings.ts';
import { requireDisk } from './require-disk.ts';

/** A pending dataset is given up after this: longer than any admission may wait and take. */
const reservationMinutes = 15;

/**
 * Takes a place for a new dataset before the work, so that uploads at the same time cannot pass the
 * limit together.
 * The place is a dataset that is still `pending`; its id is the answer. Throws
 * dataset_limit_reached, storage_full.
 */
export async function reserveDataset(
  ctx: ServiceContext,
  user: Actor['user'],
  name: string,
  bytes: number,
): Promise<string> {
  await requireDisk(ctx.settings);
  const id = uuid();
  const now = ctx.clock.now();
  await withHoldings(ctx.em, user.id, now, async (em, holdings) => {
    requirePlace(holdings, bytes, user, 'dataset_limit_reached');
    await em.insert(Dataset, {
      id,
      owner: user.id,
      name,
      status: 'pending',
      createdAt: now,
      reservedUntil: new Date(now.getTime() + reservationMinutes * 60_000),
      storedBytes: bytes,
      sentNarrowed: !mayReadRows(ctx.actor),
      currentVersion: 1,
    });
  });
  return id;
}
