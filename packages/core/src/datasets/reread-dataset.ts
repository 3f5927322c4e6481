import { operations, type Dataset as WireDataset, type InputOf } from '@columnist/contract';
import { v7 as uuid } from 'uuid';
import { authorize, type ServiceContext } from '../context.ts';
import { addVersion } from './add-version.ts';
import { admitVersion, dropObjects } from './admit-version.ts';
import { DatasetVersion } from './dataset.entity.ts';
import { findDataset } from './find-dataset.ts';
import { keysOf } from './object-keys.ts';

/**
 * Reads the current version's file again, as stated: the new version of a dataset, and of a draft the only one.
 * Throws not_found, invalid_file, conflict.
 */
export async function rereadDataset(ctx: ServiceContext, input: InputOf<(typeof operations)['datasets']['reread']>): Promise<WireDataset> {
  const actor = authorize(ctx, operations.datasets.reread);
  const { id, ...reading } = input;
  const { dataset, version } = await findDataset(ctx.em, actor, id);
  const keys = keysOf(id, `${version.number + 1}-${uuid()}`);
  const file = { path: await ctx.ports.objects.localPath(version.originalKey), bytes: version.fileSize, sha256: version.sha256 };
  const admitted = await admitVersion(ctx, { file, reading, keys, storedOriginal: version.originalKey });
  const answer = await addVersion(ctx, dataset, admitted, 'reread');
  if (dataset.status === 'draft') {
    const earlier = await ctx.em.find(DatasetVersion, { dataset: id, number: { $lt: answer.version } });
    await ctx.em.nativeDelete(DatasetVersion, { dataset: id, number: { $lt: answer.version } });
    await dropObjects(ctx, earlier.flatMap(({ parquetKey, repairsKey }) => [parquetKey, ...(repairsKey ? [repairsKey] : [])]));
  }
  return answer;
}
