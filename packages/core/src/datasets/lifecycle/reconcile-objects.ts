import { z } from 'zod';
import type { ServiceContext } from '../../context.ts';
import { derivedKeys } from '../records/admit-version.ts';
import { Lease } from '../../requests/lease.entity.ts';
import { Dataset, DatasetVersion } from '../records/dataset.entity.ts';
import { datasetsFolder, jobsFolder } from '../records/object-keys.ts';

type JobContext = Pick<ServiceContext, 'em' | 'ports' | 'clock'>;

const ageMinutes = 60;
const atATime = 500;
const uuid = z.uuid();

/**
 * What a process that ended at once left of its uploads: places that were reserved, leases and
 * objects. Only where this process alone uses the database, as with the embedded one; elsewhere reservations expire, and the jobs
 * find the objects.
 */
export async function dropUnfinishedUploads(ctx: JobContext): Promise<void> {
  await ctx.em.nativeDelete(Dataset, { status: 'pending' });
  // Anyone who worked on something has ended with the process.
  await ctx.em.nativeDelete(Lease, {});
  await reconcileObjects(ctx, 0);
}

/**
 * Job: removes objects that no version of a dataset knows, as a crash between storing and recording
 * leaves them, and those of jobs that ended long ago. Answers how many.
 */
export async function reconcileObjects(ctx: JobContext, minutes = ageMinutes): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - minutes * 60_000);
  let removed = 0;
  let keys: string[] = [];
  for await (const { key, storedAt } of ctx.ports.objects.list(datasetsFolder)) {
    if (storedAt < before) keys.push(key);
    if (keys.length < atATime) continue;
    removed += await removeUnknown(ctx, keys);
    keys = [];
  }
  removed += await removeUnknown(ctx, keys);
  // No job lasts as long: who asked for it, or who did it, was killed.
  for await (const { key, storedAt } of ctx.ports.objects.list(jobsFolder)) {
    if (storedAt >= before) continue;
    await ctx.ports.objects.delete(key);
    removed += 1;
  }
  return removed;
}

async function removeUnknown(ctx: JobContext, keys: readonly string[]): Promise<number> {
  const ids = [...new Set(keys.map(datasetIdOf).filter((id) => uuid.safeParse(id).success))];
  const pending =
    ids.length === 0
      ? []
      : await ctx.em.find(Dataset, { id: { $in: ids }, status: 'pending' }, { fields: ['id'] });
  const versions =
    ids.length === 0
      ? []
      : await ctx.em.find(
          DatasetVersion,
          { dataset: { $in: ids } },
          { fields: ['originalKey', 'parquetKey', 'repairsKey', 'profileKey'] },
        );
  const known = new Set(
    versions.flatMap((version) => [version.originalKey, ...derivedKeys(version)]),
  );
  const underway = new Set(pending.map(({ id }) => id));
  const unknown = keys.filter((key) => !known.has(key) && !underway.has(datasetIdOf(key)));
  await Promise.all(unknown.map((key) => ctx.ports.objects.delete(key)));
  return unknown.length;
}

const datasetIdOf = (key: string): string => key.split('/')[1] ?? '';
