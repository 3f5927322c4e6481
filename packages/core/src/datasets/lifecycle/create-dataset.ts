import {
  AppError,
  maxFileBytes,
  maxFileMb,
  operations,
  plans,
  type BuiltFrom,
  type Dictionary,
  type Dataset as WireDataset,
  type InputOf,
  type PlanHolder,
  type KeptReading,
  type Recipe,
  type UploadedFile,
} from '@columnist/contract';
import { rm } from 'node:fs/promises';
import { authorize, type Actor, type ServiceContext } from '../../context.ts';
import {
  admitVersion,
  dropObjects,
  present,
  recordVersion,
  type AdmittedVersion,
} from '../records/admit-version.ts';
import { isNamedCsv, nameOfFile } from '../records/clean-name.ts';
import { Dataset, DatasetVersion } from '../records/dataset.entity.ts';
import { presentDataset } from '../records/dataset.presenter.ts';
import { mostCharacters, writeDictionary } from '../records/current-columns.ts';
import { applyDictionary, notesOn } from '../records/apply-dictionary.ts';
import { lockHoldings, requireStorage, withHoldings } from '../records/lock-holdings.ts';
import { keysOf } from '../records/object-keys.ts';
import { withoutOwnNotes, type Note } from './reading-of-rows.ts';
import { reserveDataset } from './reserve-dataset.ts';

/** A draft that nobody reviews is removed after this. */
const draftHours = 24;

/** Of a dataset that was made of others: how, and of which versions. */
export interface Derived {
  readonly recipe: Recipe;
  readonly builtFrom: BuiltFrom;
  /** What of its rows a dataset cannot hold. */
  readonly notes?: readonly Note[];
  /** What is said about its columns where they come from. */
  readonly dictionary?: Dictionary;
}

/** A file that becomes a dataset. */
export interface NewDataset {
  readonly name: string;
  readonly file: UploadedFile;
  readonly status: 'ready' | 'draft';
  readonly reading: KeptReading;
  readonly derived?: Derived | null;
}

/** A dataset that has its place and is being admitted. */
interface Pending extends NewDataset {
  readonly id: string;
  readonly owner: Actor['user'];
  readonly derived: Derived | null;
}

/**
 * Admits an uploaded CSV file as a new dataset, or a draft of one. Throws as admitDataset.
 */
export async function createDataset(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['create']>,
): Promise<WireDataset> {
  const { file, review, ...reading } = input;
  try {
    const { user } = authorize(ctx, operations.datasets.create);
    const name = nameOf(file);
    return await admitDataset(ctx, user, {
      name,
      file,
      status: statusOf(review),
      reading,
    });
  } finally {
    await rm(file.path, { force: true });
  }
}

export const statusOf = (review: boolean | undefined): NewDataset['status'] =>
  review === true ? 'draft' : 'ready';

/**
 * A place is reserved, the file is read outside any transaction, its objects are stored, and one
 * transaction makes the dataset visible. Whatever fails, nothing of it is left; the file itself is
 * the caller's. Throws invalid_file, file_too_large, dataset_limit_reached, storage_full, canceled.
 */
export async function admitDataset(
  ctx: ServiceContext,
  user: Actor['user'],
  { name, file, status, reading, derived = null }: NewDataset,
): Promise<WireDataset> {
  requireSize(file, user);
  const pending: Pending = {
    id: await reserveDataset(ctx, user, name, file.bytes),
    name,
    owner: user,
    file,
    status,
    reading,
    derived,
  };
  // Where reading fails, its objects are gone already: a store that is away is asked to remove
  // them once, not twice.
  const version = await admitVersion(ctx, {
    file,
    reading,
    holder: user,
    keys: keysOf(pending.id, 1),
  }).catch((error: unknown) => abandon(ctx, pending, [], error));
  const noted = derived === null ? version : withoutOwnNotes(version, derived.notes);
  return record(ctx, pending, noted).catch((error: unknown) =>
    abandon(ctx, pending, Object.values(version.keys), error),
  );
}

function record(
  ctx: ServiceContext,
  { id, name, owner, file, status, derived }: Pending,
  admitted: AdmittedVersion,
): Promise<WireDataset> {
  const now = ctx.clock.now();
  return withHoldings(ctx.em, owner.id, now, async (em) => {
    const reservedUntil =
      status === 'draft' ? new Date(now.getTime() + draftHours * 3_600_000) : null;
    const recorded = await em.nativeUpdate(
      Dataset,
      { id, status: 'pending', reservedUntil: { $gt: now } },
      { status, reservedUntil, createdAt: now, recipe: derived?.recipe ?? null },
    );
    if (recorded !== 1)
      throw new AppError('unavailable', 'Reading the file took too long. Upload it again.');
    const dictionary = derived?.dictionary ?? {};
    const text = JSON.stringify(dictionary);
    const fits = text.length <= mostCharacters;
    if (fits && text !== '{}') await writeDictionary(em, { id }, text, 1);
    const columns = applyDictionary(admitted.admitted.columns, fits ? dictionary : {});
    const notes = [
      ...(await noteTwin(ctx, em, owner.id, file.sha256)),
      ...(fits ? notesOn(columns, dictionary) : [noRoom]),
    ];
    const version = await recordVersion(em, id, admitted, {
      number: 1,
      madeBy: 'upload',
      createdAt: now,
      notes,
      builtFrom: derived?.builtFrom ?? null,
    });
    // With what was made of the file it is larger than the place that was held for it.
    requireStorage(await lockHoldings(em, owner.id, now), 0, owner, 'dataset_limit_reached');
    return presentDataset({ id, name, createdAt: now, status }, version, columns);
  });
}

const noRoom: Note = {
  code: 'dictionary_unfit',
  message:
    'What is said about the columns where they come from has more than a million characters, and is left out.',
  column: null,
  count: 1,
  rows: [],
  examples: [],
};

/** The same bytes may be there twice, in a dataset that the caller may see; they are informed. */
async function noteTwin(
  { actor }: Pick<ServiceContext, 'actor'>,
  em: ServiceContext['em'],
  ownerId: string,
  sha256: string,
) {
  const ids = actor?.limits?.datasetIds ?? null;
  const seen = ids === null ? {} : { id: { $in: [...ids] } };
  const twin = await em.findOne(
    DatasetVersion,
    { sha256, dataset: { owner: ownerId, ...present, ...seen, deletedAt: null } },
    { populate: ['dataset'], fields: ['dataset.name'], orderBy: { createdAt: 'desc' } },
  );
  if (twin === null) return [];
  return [
    {
      code: 'already_uploaded',
      message: `The same file is already here as '${twin.dataset.name}'.`,
      column: null,
      count: 1,
      rows: [],
      examples: [],
    },
  ];
}

/**
 * Gives the place back, then removes the files, and throws the error. Where the dataset is recorded
 * after all (its commit
 * arrived, the answer to it did not), or the database is away, nothing is touched: the jobs remove
 * what no row knows.
 */
async function abandon(
  ctx: ServiceContext,
  { id }: Pending,
  keys: readonly string[],
  error: unknown,
): Promise<never> {
  const em = ctx.em.fork();
  try {
    await em.nativeDelete(Dataset, { id, status: 'pending' });
    if ((await em.count(Dataset, { id })) === 0) await dropObjects(ctx, keys);
  } catch (failure) {
    ctx.log.warn(
      { err: failure, dataset: id },
      'an upload that failed could not be tidied up; the jobs will',
    );
  }
  throw error;
}

/** Throws file_too_large. */
export function requireSize(file: Pick<UploadedFile, 'bytes'>, holder: PlanHolder): void {
  if (file.bytes > maxFileBytes(holder)) throw tooLarge(holder);
}

/** Throws invalid_file where it does not end in .csv. */
function nameOf(file: UploadedFile): string {
  const name = nameOfFile(file);
  if (isNamedCsv(name)) return name;
  const message = 'Only .csv files can be uploaded.';
  throw new AppError('invalid_file', message, {
    fix: 'Save the table as CSV and give its name the ending .csv.',
    errors: [{ field: 'file', message }],
  });
}

/** Also thrown while the bytes still stream in. */
export function tooLarge(holder: PlanHolder): AppError {
  const limit = maxFileMb(holder);
  const isRaised = limit > plans[holder.tier].max_file_size_mb;
  return new AppError(
    'file_too_large',
    `The file is larger than ${limit} MB, the limit of your ${isRaised ? 'account' : 'plan'}.`,
    {
      limit,
      fix:
        holder.tier === 'free' && limit < plans.paid.max_file_size_mb
          ? `Upgrade to Pro for files up to ${plans.paid.max_file_size_mb} MB, or split the file.`
          : 'Split the file.',
    },
  );
}
