import type { ServiceContext } from '../context.ts';
import { Dataset } from './dataset.entity.ts';
import { restoreSeconds } from './restore-dataset.ts';

type JobContext = Pick<ServiceContext, 'em' | 'ports' | 'clock'>;

/** Job: removes datasets deleted longer ago than they can be restored, and pending ones that were given up. */
export async function purgeDatasets(ctx: JobContext): Promise<number> {
  const now = ctx.clock.now();
  const before = new Date(now.getTime() - (restoreSeconds + 5) * 1000);
  const gone = await ctx.em.find(Dataset, { $or: [{ deletedAt: { $lt: before } }, { status: 'pending', reservedUntil: { $lt: now } }] }, { limit: 100 });
  for (const dataset of gone) {
    // Rows first: an object without a row is found by the reconciler, a row without an object would be half a dataset.
    await ctx.em.nativeDelete(Dataset, { id: dataset.id });
    await deleteObjects(ctx, dataset.id);
  }
  return gone.length;
}

async function deleteObjects(ctx: JobContext, datasetId: string): Promise<void> {
  const keys: string[] = [];
  for await (const key of ctx.ports.objects.list(`datasets/${datasetId}/`)) keys.push(key);
  await Promise.all(keys.map((key) => ctx.ports.objects.delete(key)));
}

/** Job: removes objects that no dataset knows, as a crash between storing and recording leaves them. */
export async function reconcileObjects(ctx: JobContext): Promise<number> {
  let removed = 0;
  const known = new Map<string, boolean>();
  for await (const key of ctx.ports.objects.list('datasets/')) {
    const id = key.split('/')[1] ?? '';
    // A pending dataset is known until it expires, so objects on their way are safe.
    if (!known.has(id)) known.set(id, (await ctx.em.count(Dataset, { id })) > 0);
    if (known.get(id) === true) continue;
    await ctx.ports.objects.delete(key);
    removed += 1;
  }
  return removed;
}
