import {
  operations,
  type Dataset as WireDataset,
  type InputOf,
  type KeptReading,
} from '@columnist/contract';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { authorize, type ServiceContext } from '../../context.ts';
import { addVersion } from './add-version.ts';
import { followSources } from './follow-sources.ts';
import { admitVersion } from '../records/admit-version.ts';
import { DatasetVersion } from '../records/dataset.entity.ts';
import { admissionOfBoth } from './appended-admission.ts';
import { findDataset } from '../records/find-dataset.ts';
import { keysOf } from '../records/object-keys.ts';
import { partOf } from '../lifecycle/import-file.ts';
import { notImported } from '../lifecycle/list-contents.ts';
import { requireDisk } from '../lifecycle/require-disk.ts';

/**
 * Reads the current version's file again, as stated: the new version of a dataset, and of a draft
 * the only one.
 * Throws not_found, invalid_file, conflict, dataset_limit_reached, storage_full.
 */
export async function rereadDataset(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['reread']>,
): Promise<WireDataset> {
  const actor = authorize(ctx, operations.datasets.reread);
  await requireDisk(ctx.settings);
  const { id, table, range, explode, borders, ...stated } = input;
  const { dataset, version } = await findDataset(ctx.em, actor, id);
  const { part } = version.reading;
  const isOther = [table, range, explode, borders].some((one) => one !== undefined);
  if (part === undefined && isOther) throw notImported();
  const { text_columns: _texts, read_columns: _read, ...ofFile } = stated;
  const { written } = version.reading;
  // Of rows that we wrote a person may say how columns are read, or that the file is another.
  const isOurs = Object.values(ofFile).every((one) => one === undefined);
  const reading: KeptReading =
    part === undefined
      ? { ...stated, ...(written === undefined || !isOurs ? {} : { written }) }
      : {
          ...stated,
          part: partOf({
            ...part,
            ...(table === undefined ? {} : { table, range: undefined }),
            ...(range === undefined ? {} : { range: range ?? undefined }),
            ...(explode === undefined ? {} : { explode: explode ?? undefined }),
            ...(borders === undefined ? {} : { borders: borders ?? undefined }),
          }),
        };
  const keys = keysOf(id, `${version.number + 1}-${uuid()}`);
  const repairs = join(ctx.settings.tempDir, `${uuid()}.repairs`);
  const admit = async () => {
    const file = {
      path: await ctx.ports.objects.jobPath(version.originalKey),
      bytes: version.fileSize,
      sha256: version.sha256,
    };
    const isPutTogether =
      (await ctx.em
        .fork()
        .count(DatasetVersion, { originalKey: version.originalKey, madeBy: 'append' })) > 0;
    const repairsKey = isPutTogether ? (version.repairsKey ?? null) : null;
    // The store takes the file away that it is given.
    if (repairsKey !== null) await copyFile(await ctx.ports.objects.localPath(repairsKey), repairs);
    const read = await admitVersion(ctx, {
      file,
      reading,
      holder: actor.user,
      keys,
      storedOriginal: version.originalKey,
      repairsOfParts: repairsKey === null ? null : repairs,
    });
    if (!isPutTogether) return read;
    const { admitted } = read;
    return {
      ...read,
      admitted: { ...admitted, admission: admissionOfBoth(version.admission, admitted.admission) },
    };
  };
  try {
    const updated = await addVersion(ctx, actor, dataset, {
      madeBy: 'reread',
      // Rows that were combined stay so, however their file is read.
      builtFrom: () => version.builtFrom ?? null,
      admit,
    });
    await followSources(ctx, actor, id);
    return updated;
  } finally {
    await rm(repairs, { force: true });
  }
}
