import { operations, type Description, type InputOf } from '@columnist/contract';
import type { TableRef } from '@columnist/engine';
import { authorize, type ServiceContext } from '../context.ts';
import { DatasetVersion } from './dataset.entity.ts';
import { findDataset, tableOf, type FoundDataset } from './find-dataset.ts';

type Analyze = (typeof operations)['datasets']['analyze'];
type Options = Omit<InputOf<Analyze>, 'id'>;

export async function analyzeDataset(ctx: ServiceContext, input: InputOf<Analyze>): Promise<Description> {
  const { user } = authorize(ctx, operations.datasets.analyze);
  const { id, ...options } = input;
  return describeDataset(ctx, await findDataset(ctx.em, user.id, id), options);
}

/** From the profile made at admission where it says what is asked, else from the engine. */
export async function describeDataset(ctx: ServiceContext, found: FoundDataset, options: Options): Promise<Description> {
  const table = await tableOf(ctx, found);
  if (isDefault(options) && namesExist(table, options.columns)) {
    const { profile } = await ctx.em.findOneOrFail(DatasetVersion, { id: found.version.id }, { populate: ['profile'] });
    return { ...profile, ...pickColumns(profile, options), dataset_id: found.dataset.id, dataset_version: found.version.number };
  }
  return ctx.engine.describe(table, options, { signal: ctx.signal });
}

const defaultQuantiles = [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99];

function isDefault({ view, quantiles, confidence_level, plot }: Options): boolean {
  return view?.filter === undefined && view?.sort === undefined && confidence_level === 0.95 && !plot && quantiles.join() === defaultQuantiles.join();
}

const namesExist = (table: TableRef, names: readonly string[] | undefined): boolean =>
  names === undefined || (names.every((name) => table.columns.some((column) => column.name === name)) && new Set(names).size === names.length);

/** The asked columns in the asked order, and the correlations among them. */
function pickColumns(profile: Description, { columns: names, correlations }: Options): Pick<Description, 'columns' | 'correlations'> {
  if (names === undefined) return { columns: profile.columns, correlations: correlations ? profile.correlations : null };
  const columns = names.flatMap((name) => profile.columns.find((column) => column.name === name) ?? []);
  const numbers = columns.filter((column) => column.type === 'number').map((column) => column.name);
  if (!correlations || profile.correlations === null || numbers.length < 2) return { columns, correlations: null };
  const pick = (matrix: NonNullable<Description['correlations']>['pearson']) => ({
    ...matrix,
    columns: numbers,
    pairs: numbers.flatMap((x, i) =>
      numbers.slice(i + 1).flatMap((y) => {
        const pair = matrix.pairs.find((candidate) => (candidate.x === x && candidate.y === y) || (candidate.x === y && candidate.y === x));
        return pair === undefined ? [] : [{ ...pair, x, y }];
      }),
    ),
  });
  return { columns, correlations: { pearson: pick(profile.correlations.pearson), spearman: pick(profile.correlations.spearman) } };
}
