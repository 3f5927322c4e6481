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
import { isOfCombination } from '../combinations/notes-of-combination.ts';
import { addVersion } from './add-version.ts';
import { followSources } from './follow-sources.ts';
import { admitVersion } from '../records/admit-version.ts';
import { DatasetVersion } from '../records/dataset.entity.ts';
import { admissionOfBoth } from './appended-admission.ts';
import { findDataset, type FoundDataset } from '../records/find-dataset.ts';
import { keysOf } from '../records/object-keys.ts';
import { partOf } from '../lifecycle/import-file.ts';
import { notImported } from '../lifecycle/list-contents.ts';
import { requireDisk } from '../lifecycle/require-disk.ts';

type Asked = InputOf<(typeof operations)['datasets']['reread']>;

/**
 * Reads the current version's file again, as stated: the new version of a dataset, and of a draft
 * the only one.
 * Throws not_found, invalid_file, conflict, dataset_limit_reached, storage_full.
 */
export async function rereadDataset(ctx: ServiceContext, input: Asked): Promise<WireDataset> {
  const actor = authorize(ctx, operations.datasets.reread);
  await requireDisk(ctx.settings);
  const { id } = input;
  const { dataset } = await findDataset(ctx.em, actor, id);
  const repairs = join(ctx.settings.tempDir, `${uuid()}.repairs`);
  const admit = async ({ version }: FoundDataset) => {
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
    const reading = readingOf(version, input);
    const read = await admitVersion(ctx, {
      file,
      reading,
      holder: actor.user,
      keys: keysOf(id, `${version.number + 1}-${uuid()}`),
      storedOriginal: version.originalKey,
      repairsOfParts: repairsKey === null ? null : repairs,
    });
    // Rows that were combined stay so, however their file is read.
    const { admitted } = read;
    const { admission } = admitted;
    const notes = [...version.admission.notes.filter(isOfCombination), ...admission.notes];
    return {
      ...read,
      builtFrom: version.builtFrom ?? null,
      admitted: {
        ...admitted,
        admission: isPutTogether
          ? admissionOfBoth(version.admission, {
              ...admission,
              isTyped: reading.written !== undefined,
            })
          : { ...admission, notes },
      },
    };
  };
  try {
    const updated = await addVersion(ctx, actor, dataset, {
      madeBy: 'reread',
      admit,
    });
    await followSources(ctx, actor, id);
    return updated;
  } finally {
    await rm(repairs, { force: true });
  }
}

/** How a file is to be read, and which part of it where it was imported. Throws invalid_input. */
function readingOf({ reading }: Pick<DatasetVersion, 'reading'>, asked: Asked): KeptReading {
  const { id: _id, table, range, explode, borders, ...stated } = asked;
  const { part, written } = reading;
  const isOther = [table, range, explode, borders].some((one) => one !== undefined);
  if (part === undefined && isOther) throw notImported();
  const { text_columns: _texts, read_columns: _read, ...ofFile } = stated;
  // Of rows that we wrote a person may say how columns are read, or that the file is another.
  const isOurs = Object.values(ofFile).every((one) => one === undefined);
  return part === undefined
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
}
