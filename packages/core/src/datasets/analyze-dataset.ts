import { describeOptions, operations, type CorrelationMatrix, type Description, type InputOf } from '@columnist/contract';
import { engineVersion } from '@columnist/engine';
import { z } from 'zod';
import { authorize, type ServiceContext } from '../context.ts';
import { DatasetVersion } from './dataset.entity.ts';
import { findDataset, tableOf, type FoundDataset } from './find-dataset.ts';
import { resolveView } from './resolve-view.ts';

type Analyze = (typeof operations)['datasets']['analyze'];
type Options = Omit<InputOf<Analyze>, 'id'>;

const defaults = z.object(describeOptions).parse({});

/** The description of the named columns under a view, and the correlations among them. */
export async function analyzeDataset(ctx: ServiceContext, input: InputOf<Analyze>): Promise<Description> {
  const actor = authorize(ctx, operations.datasets.analyze);
  const { id, ...options } = input;
  return describeDataset(ctx, await findDataset(ctx.em, actor, id), options);
}

/** From the profile made at admission where it holds what is asked, else from the engine; the two agree. */
export async function describeDataset(ctx: ServiceContext, found: FoundDataset, asked: Options): Promise<Description> {
  const options = await resolveView(ctx, found, asked);
  const profiled = isDefault(options) && found.version.engineVersion === engineVersion ? await fromProfile(ctx, found, options) : null;
  return profiled ?? ctx.engine.describe(await tableOf(ctx, found), options, { signal: ctx.signal });
}

/** The options that shape figures; columns and correlations are parts of the profile. */
const shaping = ['confidence_level', 'plot', 'quantile_type', 'moments_type', 'trim', 'proportion_interval', 'weights'] as const;
const isDefault = (options: Options): boolean => options.view === undefined && options.quantiles.join() === defaults.quantiles.join() && shaping.every((name) => options[name] === defaults[name]);

async function fromProfile(ctx: ServiceContext, { dataset, version }: FoundDataset, { columns: names, correlations: wanted }: Options): Promise<Description | null> {
  const { profile } = await ctx.em.findOneOrFail(DatasetVersion, { id: version.id }, { populate: ['profile'] });
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
