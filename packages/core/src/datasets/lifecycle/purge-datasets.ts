import type { ServiceContext } from '../../context.ts';
import { Dataset } from '../records/dataset.entity.ts';
import { folderOf } from '../records/object-keys.ts';
import { restorableSince } from './restorable-since.ts';

const atATime = 100;

/**
 * Job: removes datasets deleted too long ago to be restored, pending ones that were given up, and
 * drafts that nobody committed. Answers how many.
 */
export async function purgeDatasets(
  ctx: Pick<ServiceContext, 'em' | 'ports' | 'clock'>,
): Promise<number> {
  const now = ctx.clock.now();
  const isOver = {
    $or: [
      { deletedAt: { $lt: restorableSince(now) } },
      { status: { $in: ['pending' as const, 'draft' as const] }, reservedUntil: { $lte: now } },
    ],
  };
  let purged = 0;
  for (;;) {
    const over = await ctx.em.find(Dataset, isOver, { fields: ['id'], limit: atATime });
    for (const { id } of over) {
      // The row first: a row without its objects would be half a dataset; an object without a row
      // is found by the reconciler.
      const removed = await ctx.em.nativeDelete(Dataset, { id, ...isOver });
      if (removed !== 1) continue;
      for await (const { key } of ctx.ports.objects.list(folderOf(id)))
        await ctx.ports.objects.delete(key);
      purged += 1;
    }
    if (over.length < atATime) return purged;
  }
}
