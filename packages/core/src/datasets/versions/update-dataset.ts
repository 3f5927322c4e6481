import {
  operations,
  type Dataset as WireDataset,
  type InputOf,
  type Reading,
} from '@columnist/contract';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { authorize, type ServiceContext } from '../../context.ts';
import { addVersion } from './add-version.ts';
import { appendRows, lostRows, repairsOf } from './append-rows.ts';
import { appendTyped } from './append-typed.ts';
import { followSources } from './follow-sources.ts';
import { keepStatements } from './kept-statements.ts';
import { readingOfFile } from './reading-of-file.ts';
import type { Note } from '../lifecycle/reading-of-rows.ts';
import { admitVersion, dropObjects, type AdmittedVersion } from '../records/admit-version.ts';
import { requireSize } from '../lifecycle/create-dataset.ts';
import { findDataset, type FoundDataset } from '../records/find-dataset.ts';
import { requireStorage, withHoldings } from '../records/lock-holdings.ts';
import { keysOf } from '../records/object-keys.ts';
import { requireDisk } from '../lifecycle/require-disk.ts';

/**
 * Gives a dataset new data: the uploaded file alone, of whatever format, or its rows below those that
 * are there; what was stated holds on where it fits. The version before stays.
 * Throws not_found, invalid_file, file_too_large, dataset_limit_reached, conflict, storage_full,
 * canceled.
 */
export async function updateDataset(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['addVersion']>,
): Promise<WireDataset> {
  const { id, file, mode, ...asked } = input;
  const combined = join(ctx.settings.tempDir, `${uuid()}.upload`);
  try {
    const actor = authorize(ctx, operations.datasets.addVersion);
    requireSize(file, actor.user);
    await requireDisk(ctx.settings);
    const { dataset } = await findDataset(ctx.em, actor, id);
    const admit = async (found: FoundDataset) => {
      const { reading, notes } = await readingOfFile(ctx, found, file, asked);
      const replaced = keepStatements(found, reading);
      const {
        data,
        reading: stated,
        appended,
      } = mode !== 'append'
        ? { data: file, reading: replaced.reading, appended: null }
        : hasTypes(found, reading)
          ? await appendTyped(ctx, found, file, reading, actor.user, combined)
          : await appendRows(ctx, found, file, reading, combined);
      await withHoldings(ctx.em, actor.user.id, ctx.clock.now(), async (_em, holdings) =>
        requireStorage(holdings, data.bytes, actor.user, 'dataset_limit_reached'),
      );
      const keys = keysOf(id, `${found.version.number + 1}-${uuid()}`);
      const version = await admitVersion(ctx, {
        file: data,
        reading: stated,
        holder: actor.user,
        keys,
        repairsOfParts: appended?.repairs ?? null,
      });
      if (appended === null) return withNotes(replaced.said(version), notes);
      const { admitted } = version;
      if (admitted.rowCount === appended.rows) {
        const admission = appended.admissionOf(admitted.admission);
        return withNotes({ ...version, admitted: { ...admitted, admission } }, notes);
      }
      await dropObjects(ctx, Object.values(keys));
      throw lostRows(appended.rows, admitted.rowCount);
    };
    const updated = await addVersion(ctx, actor, dataset, {
      madeBy: mode ?? 'replace',
      admit,
    });
    await followSources(ctx, actor, id);
    return updated;
  } finally {
    await Promise.all(
      [file.path, combined, repairsOf(combined)].map((path) => rm(path, { force: true })),
    );
  }
}

const withNotes = (version: AdmittedVersion, notes: readonly Note[]): AdmittedVersion => {
  const { admission } = version.admitted;
  return {
    ...version,
    admitted: {
      ...version.admitted,
      admission: { ...admission, notes: [...admission.notes, ...notes] },
    },
  };
};

/** Whether the dataset or the file has types of its own, which its text does not say. */
const hasTypes = ({ version }: FoundDataset, { part }: Reading): boolean =>
  part !== undefined || version.reading.part !== undefined || version.reading.written !== undefined;
