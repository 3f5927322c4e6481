import { AppError, type Dataset as WireDataset } from '@columnist/contract';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { v7 as uuid } from 'uuid';
import type { Actor, ServiceContext } from '../../context.ts';
import { chosenByHand } from '../combinations/chosen-by-hand.ts';
import { changedColumns } from '../combinations/notes-of-combination.ts';
import { writeCombination } from '../combinations/write-combination.ts';
import { requireSize } from '../lifecycle/create-dataset.ts';
import { withoutOwnNotes } from '../lifecycle/reading-of-rows.ts';
import { requireDisk } from '../lifecycle/require-disk.ts';
import { admitVersion } from '../records/admit-version.ts';
import { Dataset } from '../records/dataset.entity.ts';
import { keysOf } from '../records/object-keys.ts';
import { addVersion } from './add-version.ts';

/**
 * Makes a combined dataset of the owner again, of its sources as they are; what stops it is kept
 * with the dataset. What a person chose stays unless a person asks. Throws conflict then, and what
 * combining throws.
 */
export async function rebuild(
  ctx: ServiceContext,
  actor: Actor,
  dataset: Pick<Dataset, 'id' | 'recipe'>,
  { isAsked }: { readonly isAsked: boolean },
): Promise<WireDataset> {
  const { id, recipe } = dataset;
  const path = join(ctx.settings.tempDir, `${uuid()}.csv`);
  try {
    if (recipe === null || recipe === undefined) throw new Error('The dataset has a recipe.');
    await requireDisk(ctx.settings);
    return await addVersion(ctx, actor, dataset, {
      madeBy: 'rebuild',
      admit: async (found) => {
        if (!isAsked && (await chosenByHand(ctx.em, [found.dataset])).size > 0)
          throw new AppError('conflict', 'Its current version was chosen by hand meanwhile.');
        const written = await writeCombination(ctx, actor, recipe, path);
        const hash = createHash('sha256');
        await pipeline(createReadStream(path), hash);
        const file = { path, bytes: (await stat(path)).size, sha256: hash.digest('hex') };
        requireSize(file, actor.user);
        const version = await admitVersion(ctx, {
          file,
          reading: written.reading,
          holder: actor.user,
          keys: keysOf(id, `${found.version.number + 1}-${uuid()}`),
        });
        const notes = [...written.notes, ...changedColumns(found, version.admitted.columns)];
        return { ...withoutOwnNotes(version, notes), builtFrom: written.builtFrom };
      },
    });
  } catch (error) {
    // What was canceled, or came while another version was made, is tried again by a job.
    if (error instanceof AppError && error.code !== 'canceled' && error.code !== 'conflict')
      await ctx.em.fork().nativeUpdate(Dataset, { id }, { rebuildProblem: sayProblem(error) });
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

const sayProblem = ({ message, details }: AppError): string =>
  [message, ...(details.fix === undefined ? [] : [details.fix])].join(' ');
