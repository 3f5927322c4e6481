import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import type { ServiceContext } from '../../context.ts';
import { DatasetVersion } from '../records/dataset.entity.ts';

type JobContext = Pick<ServiceContext, 'em' | 'ports' | 'engine' | 'settings' | 'log'>;

type Rebuilt = Pick<
  DatasetVersion,
  'id' | 'originalKey' | 'parquetKey' | 'profileKey' | 'reading' | 'rowCount'
>;

const atATime = 200;

/**
 * Job: versions whose table or description is gone from the store while their file is there get it
 * again, read as it was read. Where the
 * file is gone too, nothing can be done but to say so in the log. Answers how many were rebuilt.
 */
export async function rebuildTables(ctx: JobContext): Promise<number> {
  let rebuilt = 0;
  let after: string | null = null;
  for (;;) {
    const versions: Rebuilt[] = await ctx.em
      .fork()
      .find(DatasetVersion, after === null ? {} : { id: { $gt: after } }, {
        orderBy: { id: 'asc' },
        limit: atATime,
        fields: ['originalKey', 'parquetKey', 'profileKey', 'reading', 'rowCount'],
      });
    for (const version of versions) {
      const { objects } = ctx.ports;
      if (
        (await objects.has(version.parquetKey)) &&
        (typeof version.profileKey !== 'string' || (await objects.has(version.profileKey)))
      )
        continue;
      if (await rebuild(ctx, version)) rebuilt += 1;
    }
    after = versions.at(-1)?.id ?? after;
    if (versions.length < atATime) return rebuilt;
  }
}

async function rebuild(ctx: JobContext, version: Rebuilt): Promise<boolean> {
  const scratch = join(ctx.settings.tempDir, uuid());
  const [parquet, profile] = [`${scratch}.parquet`, `${scratch}.profile`];
  try {
    const source = await ctx.ports.objects.jobPath(version.originalKey);
    const { rowCount } = await ctx.engine.admit({
      source,
      parquet,
      reading: version.reading,
      profile,
    });
    if (rowCount !== version.rowCount)
      throw new Error(`${rowCount} rows instead of ${version.rowCount}`);
    if (typeof version.profileKey === 'string')
      await ctx.ports.objects.put(version.profileKey, profile);
    await ctx.ports.objects.put(version.parquetKey, parquet);
    ctx.log.warn({ version: version.id }, 'a table that was gone is rebuilt from its file');
    return true;
  } catch (error) {
    ctx.log.error({ err: error, version: version.id }, 'a table is gone and cannot be rebuilt');
    return false;
  } finally {
    await Promise.all([parquet, profile].map((path) => rm(path, { force: true })));
  }
}
