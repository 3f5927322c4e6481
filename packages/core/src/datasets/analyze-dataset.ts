import { describeOptions, operations, type CorrelationMatrix, type Description, type InputOf } from '@columnist/contract';
import { engineVersion } from '@columnist/engine';
import { LRUCache } from 'lru-cache';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { authorize, jobOf, type Actor, type ServiceContext } from '../context.ts';
import { profiledBy } from './admit-version.ts';
import { DatasetVersion } from './dataset.entity.ts';
import { findDataset, findVersion, tableOf, type FoundDataset } from './find-dataset.ts';
import { resolveView } from './resolve-view.ts';

type Analyze = (typeof operations)['datasets']['analyze'];
type Options = Omit<InputOf<Analyze>, 'id'>;

const defaults = z.object(describeOptions).parse({});

/** The description of the named columns under a view, and the correlations among them. */
export async function analyzeDataset(ctx: ServiceContext, input: InputOf<Analyze>): Promise<Description> {
  const actor = authorize(ctx, operations.datasets.analyze);
  const { id, ...options } = input;
  return describeOwn(ctx, actor, id, options);
}

/** Of one of the caller's datasets. One that was handed out lately is at hand, by one statement that says so. Throws not_found. */
export async function describeOwn(ctx: ServiceContext, actor: Actor, id: string, options: Options): Promise<Description> {
  const version = isDefault(options) ? await findVersion(ctx.em, actor, id) : null;
  const kept = version === null ? undefined : ctx.descriptions.get(keptAs(version, options));
  return kept ?? describeDataset(ctx, await findDataset(ctx.em, actor, id), options);
}

const keptAs = (version: Pick<DatasetVersion, 'id' | 'engineVersion'>, { columns, correlations }: Options): string => JSON.stringify([version.id, version.engineVersion, columns, correlations]);

/** Descriptions made of stored profiles, which never change: frozen, so that whoever sends one on checks and writes it once. */
export type Descriptions = LRUCache<string, Description>;

const mostCharacters = 16e6;

/** An empty one, of bounded size. */
export const keepDescriptions = (): Descriptions => new LRUCache({ maxSize: mostCharacters, maxEntrySize: mostCharacters / 4, sizeCalculation: (kept) => JSON.stringify(kept).length });

/** From the profile made at admission where it holds what is asked, else from the engine; the two agree. */
export async function describeDataset(ctx: ServiceContext, found: FoundDataset, asked: Options): Promise<Description> {
  const options = await resolveView(ctx, found, asked);
  return (isDefault(options) ? await fromProfile(ctx, found, options) : null) ?? ctx.engine.describe(await tableOf(ctx, found), options, jobOf(ctx));
}

/** The options that shape figures; columns and correlations are parts of the profile. */
const shaping = ['confidence_level', 'plot', 'quantile_type', 'moments_type', 'trim', 'proportion_interval', 'weights'] as const;
const isDefault = (options: Options): boolean => options.view === undefined && options.quantiles.join() === defaults.quantiles.join() && shaping.every((name) => options[name] === defaults[name]);

async function fromProfile(ctx: ServiceContext, found: FoundDataset, options: Options): Promise<Description | null> {
  const profile = await readProfile(ctx, found.version);
  if (profile === null) return null;
  const made = partOf(profile, found, options);
  if (made === null) return null;
  ctx.descriptions.set(keptAs(found.version, options), Object.freeze(made));
  return made;
}

/** The description made at admission; null where another engine made it. A worker has checked the file. */
async function readProfile(ctx: ServiceContext, version: DatasetVersion): Promise<Description | null> {
  const path = await profilePath(ctx, version);
  if (path !== null) return z.custom<Description>().parse(JSON.parse(await readFile(path, 'utf8')));
  if (version.engineVersion !== engineVersion) return null;
  const { profile } = await ctx.em.findOneOrFail(DatasetVersion, { id: version.id }, { populate: ['profile'] });
  return profile ?? null;
}

/** The file of a version's description with default options; null where it has none, or of another engine. */
export async function profilePath(ctx: ServiceContext, { engineVersion: made, profileKey }: Pick<DatasetVersion, 'engineVersion' | 'profileKey'>): Promise<string | null> {
  return made === profiledBy && typeof profileKey === 'string' ? ctx.ports.objects.localPath(profileKey) : null;
}

/** The part of a profile on the named columns; null where it does not hold what is asked. */
function partOf(profile: Description, { dataset, version }: FoundDataset, { columns: names, correlations: wanted }: Options): Description | null {
  const columns = names === undefined ? profile.columns : namedOnce(profile.columns, names);
  if (columns === null) return null;
  const numbers = columns.filter((column) => column.type === 'number').map((column) => column.name);
  const isRelated = wanted && numbers.length > 1;
  // Too many columns for a matrix of them all, but perhaps not of these.
  if (isRelated && names !== undefined && profile.correlations === null) return null;
  const correlations = isRelated && profile.correlations !== null ? { pearson: pickPairs(profile.correlations.pearson, numbers), spearman: pickPairs(profile.correlations.spearman, numbers) } : null;
  return { ...profile, dataset_id: dataset.id, dataset_version: version.number, columns, correlations };
}

/** In the order asked for; null where a name is unknown or comes twice, which the engine words. */
function namedOnce(columns: Description['columns'], names: readonly string[]): Description['columns'] | null {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const named = names.flatMap((name) => byName.get(name) ?? []);
  return named.length === names.length && new Set(names).size === names.length ? named : null;
}

/** The part of a matrix on the named columns, its pairs in their order. */
function pickPairs(matrix: CorrelationMatrix, columns: string[]): CorrelationMatrix {
  const keyOf = (x: string, y: string): string => JSON.stringify([x, y]);
  const pairs = new Map(matrix.pairs.flatMap((pair) => [[keyOf(pair.x, pair.y), pair], [keyOf(pair.y, pair.x), pair]] as const));
  const picked = columns.flatMap((x, i) =>
    columns.slice(i + 1).flatMap((y) => {
      const pair = pairs.get(keyOf(x, y));
      return pair === undefined ? [] : [{ ...pair, x, y }];
    }),
  );
  return { ...matrix, columns, pairs: picked };
}
