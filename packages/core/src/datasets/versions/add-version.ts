import {
  AppError,
  mostVersions,
  type BuiltFrom,
  type Dataset as WireDataset,
} from '@columnist/contract';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { Actor, ServiceContext } from '../../context.ts';
import { mayReadRows } from '../../users/may-read-rows.ts';
import {
  derivedKeys,
  dropObjects,
  recordVersion,
  recountStorage,
  type AdmittedVersion,
} from '../records/admit-version.ts';
import { Dataset, DatasetVersion } from '../records/dataset.entity.ts';
import { applyDictionary, notesOn } from '../records/apply-dictionary.ts';
import { notesOnValues } from '../records/unfit-values.ts';
import { dictionaryOf } from '../records/current-columns.ts';
import { presentDataset } from '../records/dataset.presenter.ts';
import { findDataset, type FoundDataset } from '../records/find-dataset.ts';
import { lockHoldings, requireStorage, withHoldings } from '../records/lock-holdings.ts';
import { noDataset } from '../records/no-dataset.ts';
import { holdVersions } from './hold-versions.ts';

/** A version that is admitted, and of a dataset that is made of others, of which versions. */
interface ToAdd extends AdmittedVersion {
  readonly builtFrom?: BuiltFrom | null;
}

interface NewVersion {
  readonly madeBy: DatasetVersion['madeBy'];
  /** Reads the file and stores its objects, given the dataset as no other version changes it. */
  readonly admit: (found: FoundDataset) => Promise<ToAdd>;
}

/**
 * Makes a file that is admitted the next and current version of a dataset of the caller, and of a
 * draft the only one; one at a time a dataset. Its objects go where that fails. Throws not_found, conflict, dataset_limit_reached, and
 * what admission throws.
 */
export function addVersion(
  ctx: ServiceContext,
  { user }: Actor,
  { id }: Pick<Dataset, 'id'>,
  { madeBy, admit }: NewVersion,
): Promise<WireDataset> {
  return holdVersions(ctx, id, async () => {
    await requireRoom(ctx, id);
    const admitted = await admit(await findDataset(ctx.em.fork(), { user, limits: null }, id));
    const { keys, storedOriginal } = admitted;
    try {
      const onValues = await notesOnValuesOf(ctx, id, admitted);
      const { dataset, replaced } = await withHoldings(
        ctx.em.fork(),
        user.id,
        ctx.clock.now(),
        async (em) => {
          const found = await em.findOne(Dataset, { id, deletedAt: null });
          if (found === null) throw noDataset();
          const versions = await em.find(
            DatasetVersion,
            { dataset: id },
            { orderBy: { number: 'desc' } },
          );
          const number = (versions[0]?.number ?? 0) + 1;
          const { dictionary } = await dictionaryOf(em, found);
          const columns = applyDictionary(admitted.admitted.columns, dictionary);
          const version = await recordVersion(em, id, admitted, {
            notes: [...notesOn(columns, dictionary), ...onValues],
            number,
            madeBy,
            createdAt: ctx.clock.now(),
            builtFrom: admitted.builtFrom ?? null,
          });
          const gone = found.status === 'draft' ? versions : [];
          await em.nativeDelete(DatasetVersion, { id: { $in: gone.map((one) => one.id) } });
          await recountStorage(em, id);
          requireStorage(
            await lockHoldings(em, user.id, ctx.clock.now()),
            0,
            user,
            'dataset_limit_reached',
          );
          // Who may read rows sends what is there, which is no guess.
          await em.nativeUpdate(
            Dataset,
            { id },
            {
              currentVersion: number,
              ...(madeBy === 'rebuild' ? { rebuildProblem: null } : {}),
              ...(madeBy !== 'reread' && mayReadRows(ctx.actor) ? { sentNarrowed: false } : {}),
            },
          );
          return {
            dataset: presentDataset(found, version, columns),
            replaced: gone.flatMap(derivedKeys),
          };
        },
      );
      await dropObjects(ctx, replaced);
      return dataset;
    } catch (error) {
      await dropObjects(ctx, [
        ...(storedOriginal === undefined ? [keys.original] : []),
        keys.parquet,
        keys.repairs,
        keys.profile,
      ]);
      if (error instanceof UniqueConstraintViolationException)
        throw new AppError(
          'conflict',
          'Another version was made meanwhile.',
          { fix: 'Look at it, then try again.' },
          { cause: error },
        );
      throw error;
    }
  });
}

/** Of what people set for the values of columns, what does not fit those of the new version. */
async function notesOnValuesOf(
  ctx: ServiceContext,
  id: string,
  { keys, admitted }: AdmittedVersion,
): Promise<Awaited<ReturnType<typeof notesOnValues>>> {
  const { dictionary } = await dictionaryOf(ctx.em.fork(), { id });
  const table = {
    parquet: await ctx.ports.objects.jobPath(keys.parquet),
    datasetId: id,
    version: null,
    rowCount: admitted.rowCount,
    columns: admitted.columns,
  };
  return notesOnValues(ctx, table, dictionary);
}

/**
 * Before the work. Throws dataset_limit_reached where there are as many versions as a dataset may
 * have.
 */
async function requireRoom(ctx: ServiceContext, id: string): Promise<void> {
  const versions = await ctx.em.fork().count(DatasetVersion, { dataset: { id, status: 'ready' } });
  if (versions < mostVersions) return;
  const fix = 'Delete a version that you no longer need, then try again.';
  throw new AppError(
    'dataset_limit_reached',
    `This dataset has ${versions} of ${mostVersions} versions. ${fix}`,
    { used: versions, limit: mostVersions, fix },
  );
}
