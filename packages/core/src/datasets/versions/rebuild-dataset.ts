import {
  AppError,
  operations,
  type BuiltFrom,
  type Dataset as WireDataset,
  type InputOf,
} from '@columnist/contract';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { v7 as uuid } from 'uuid';
import { authorize, type Actor, type ServiceContext } from '../../context.ts';
import { writeCombination } from '../combinations/write-combination.ts';
import { requireSize } from '../lifecycle/create-dataset.ts';
import { withoutOwnNotes } from '../lifecycle/reading-of-rows.ts';
import { requireDisk } from '../lifecycle/require-disk.ts';
import { admitVersion } from '../records/admit-version.ts';
import { Dataset } from '../records/dataset.entity.ts';
import { findDataset } from '../records/find-dataset.ts';
import { keysOf } from '../records/object-keys.ts';
import { addVersion } from './add-version.ts';

/**
 * Makes a combined dataset of the newest versions of its sources, as a new version. Throws
 * not_found, conflict, and what combining throws; the version before stays.
 */
export async function rebuildDataset(
  ctx: ServiceContext,
  { id }: InputOf<(typeof operations)['datasets']['rebuild']>,
): Promise<WireDataset> {
  const actor = authorize(ctx, operations.datasets.rebuild);
  const { dataset } = await findDataset(ctx.em, actor, id);
  if ((dataset.recipe?.combination ?? null) === null)
    throw new AppError('conflict', 'This dataset is not a combination of others.', {
      fix: 'Only what combine made is made again; upload a new version of other datasets.',
    });
  return rebuild(ctx, actor, dataset);
}

/** The same for a dataset of the owner; what stops it is kept with the dataset. */
export async function rebuild(
  ctx: ServiceContext,
  actor: Actor,
  dataset: Pick<Dataset, 'id' | 'recipe' | 'currentVersion'>,
): Promise<WireDataset> {
  const { id, recipe } = dataset;
  const path = join(ctx.settings.tempDir, `${uuid()}.csv`);
  let builtFrom: BuiltFrom = [];
  try {
    if (recipe === null || recipe === undefined) throw new Error('The dataset has a recipe.');
    await requireDisk(ctx.settings);
    return await addVersion(ctx, actor, dataset, {
      madeBy: 'rebuild',
      builtFrom: () => builtFrom,
      admit: async () => {
        const written = await writeCombination(ctx, actor, recipe, path);
        builtFrom = written.builtFrom;
        const hash = createHash('sha256');
        await pipeline(createReadStream(path), hash);
        const file = { path, bytes: (await stat(path)).size, sha256: hash.digest('hex') };
        requireSize(file, actor.user);
        const version = await admitVersion(ctx, {
          file,
          reading: written.reading,
          holder: actor.user,
          keys: keysOf(id, `${dataset.currentVersion + 1}-${uuid()}`),
        });
        return withoutOwnNotes(version);
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
