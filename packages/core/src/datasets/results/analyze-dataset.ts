import {
  cached,
  description,
  isRetyped,
  operations,
  type Cached,
  type Description,
  type InputOf,
  type WrittenJson,
} from '@columnist/contract';
import { engineVersion, isOfProfile, partOfProfile, writeJson } from '@columnist/workers';
import { LRUCache } from 'lru-cache';
import { readFile, stat } from 'node:fs/promises';
import { z } from 'zod';
import { authorize, jobOf, type Actor, type ServiceContext } from '../../context.ts';
import { profiledBy } from '../records/admit-version.ts';
import { DatasetVersion } from '../records/dataset.entity.ts';
import { findDataset, findVersion, tableOf, type FoundDataset } from '../records/find-dataset.ts';
import { resolveView } from '../views/resolve-view.ts';

type Analyze = (typeof operations)['datasets']['analyze'];
type Options = Omit<InputOf<Analyze>, 'id'>;

/** The description of the named columns under a view, and the correlations among them. */
export async function analyzeDataset(
  ctx: ServiceContext,
  input: InputOf<Analyze>,
): Promise<Description> {
  const actor = authorize(ctx, operations.datasets.analyze);
  const { id, ...options } = input;
  return describeOwn(ctx, actor, id, options);
}

/** The same as JSON, which a worker has written. */
export async function writeAnalysis(
  ctx: ServiceContext,
  input: InputOf<Analyze>,
): Promise<WrittenJson> {
  const actor = authorize(ctx, operations.datasets.analyze);
  const { id, ...options } = input;
  return writeOwn(ctx, actor, id, options);
}

/** See describeOwn. Throws not_found. */
export async function writeOwn(
  ctx: ServiceContext,
  actor: Actor,
  id: string,
  asked: Options,
): Promise<WrittenJson> {
  const version = isOfProfile(asked) ? await findVersion(ctx.em, actor, id) : null;
  const kept = version === null ? undefined : ctx.descriptions.written.get(keptAs(version, asked));
  if (kept !== undefined) return kept;
  const found = await findDataset(ctx.em, actor, id);
  const options = await resolveView(ctx, found, asked);
  if (!isOfProfile(options))
    return ctx.engine.written.describe(await tableOf(ctx, found), options, null, jobOf(ctx));
  const profile = await profilePath(ctx, found);
  const isLarge = profile !== null && (await stat(profile)).size > readHere;
  const written = isLarge
    ? await ctx.engine.written.describe(await tableOf(ctx, found), options, profile, jobOf(ctx))
    : writeJson(description.parse(await describeDataset(ctx, found, options)));
  ctx.descriptions.written.set(keptAs(kindOf(found), options), written);
  return written;
}

/** Bytes of a profile that are read sooner than a worker is asked. */
const readHere = 128 * 1024;

/**
 * Of one of the caller's datasets. One that was handed out lately is kept, by one statement that
 * says so. Throws not_found.
 */
export async function describeOwn(
  ctx: ServiceContext,
  actor: Actor,
  id: string,
  options: Options,
): Promise<Description> {
  const version = isOfProfile(options) ? await findVersion(ctx.em, actor, id) : null;
  const kept = version === null ? undefined : ctx.descriptions.read.get(keptAs(version, options));
  return kept ?? describeDataset(ctx, await findDataset(ctx.em, actor, id), options);
}

interface Described {
  readonly id: string;
  readonly engineVersion: string;
  readonly dictionaryRevision: number;
}
const kindOf = ({ dataset, version }: FoundDataset): Described => ({
  id: version.id,
  engineVersion: version.engineVersion,
  dictionaryRevision: dataset.dictionaryRevision,
});
const keptAs = (
  { id, engineVersion: made, dictionaryRevision }: Described,
  { columns, correlations }: Options,
): string => JSON.stringify([id, made, dictionaryRevision, columns, correlations]);

/** Descriptions made of stored profiles, which never change. */
export interface Descriptions {
  readonly read: LRUCache<string, Cached<Description>>;
  readonly written: LRUCache<string, WrittenJson>;
}

const mostCharacters = 16e6;

const bounds = { maxSize: mostCharacters, maxEntrySize: mostCharacters / 4 };

/** None yet; of bounded size. */
export const keepDescriptions = (): Descriptions => ({
  read: new LRUCache({ ...bounds, sizeCalculation: (kept) => JSON.stringify(kept).length }),
  written: new LRUCache({ ...bounds, sizeCalculation: ({ bytes }) => bytes.length }),
});

/**
 * From the profile made at admission where it holds what is asked, else from the engine; the two
 * agree.
 */
export async function describeDataset(
  ctx: ServiceContext,
  found: FoundDataset,
  asked: Options,
): Promise<Description> {
  const options = await resolveView(ctx, found, asked);
  return (
    (isOfProfile(options) ? await fromProfile(ctx, found, options) : null) ??
    ctx.engine.describe(await tableOf(ctx, found), options, jobOf(ctx))
  );
}

async function fromProfile(
  ctx: ServiceContext,
  found: FoundDataset,
  options: Options,
): Promise<Description | null> {
  const profile = await readProfile(ctx, found);
  if (profile === null) return null;
  const part = partOfProfile(profile, options);
  if (part === null) return null;
  const made = cached({
    ...profile,
    dataset_id: found.dataset.id,
    dataset_version: found.version.number,
    ...part,
  });
  ctx.descriptions.read.set(keptAs(kindOf(found), options), made);
  return made;
}

/**
 * The description made at admission; null where another engine made it. A worker has checked the
 * file.
 */
async function readProfile(ctx: ServiceContext, found: FoundDataset): Promise<Description | null> {
  if (found.columns.some(isRetyped)) return null;
  const { version } = found;
  const path = await profilePath(ctx, found);
  if (path !== null) return z.custom<Description>().parse(JSON.parse(await readFile(path, 'utf8')));
  if (version.engineVersion !== engineVersion) return null;
  const { profile } = await ctx.em.findOneOrFail(
    DatasetVersion,
    { id: version.id },
    { populate: ['profile'] },
  );
  return profile ?? null;
}

/**
 * The file of a version's description with default options; null where it has none, or of another
 * engine, and where the type of a column was set since.
 */
export async function profilePath(
  ctx: ServiceContext,
  { version: { engineVersion: made, profileKey }, columns }: FoundDataset,
): Promise<string | null> {
  return !columns.some(isRetyped) && made === profiledBy && typeof profileKey === 'string'
    ? ctx.ports.objects.jobPath(profileKey)
    : null;
}
