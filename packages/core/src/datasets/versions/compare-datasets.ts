import {
  AppError,
  operations,
  type DatasetComparison,
  type InputOf,
  type WrittenJson,
} from '@columnist/contract';
import { engineVersion } from '@columnist/workers';
import { authorize, jobOf, type ServiceContext } from '../../context.ts';
import { findVersion } from './compare-versions.ts';
import { findDataset, tableOf, withColumns, type FoundDataset } from '../records/find-dataset.ts';

/**
 * How a dataset has moved from another, or from an earlier version of its own. Throws
 * plan_required, not_found, invalid_input.
 */
export async function compareDatasets(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['compareDatasets']>,
): Promise<DatasetComparison> {
  const { found, earlier } = await findBoth(ctx, input);
  const drifts = await ctx.engine.compareDatasets(
    await tableOf(ctx, found),
    await tableOf(ctx, earlier),
    input.bins,
    jobOf(ctx),
  );
  return { before: named(earlier), after: named(found), ...drifts, engine_version: engineVersion };
}

/** The same as JSON, which a worker has written. */
export async function writeComparison(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['compareDatasets']>,
): Promise<WrittenJson> {
  const { found, earlier } = await findBoth(ctx, input);
  const drifts = await ctx.engine.written.compareDatasets(
    await tableOf(ctx, found),
    await tableOf(ctx, earlier),
    input.bins,
    jobOf(ctx),
  );
  return drifts.with({
    before: named(earlier),
    after: named(found),
    engine_version: engineVersion,
  });
}

async function findBoth(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['compareDatasets']>,
): Promise<{ found: FoundDataset; earlier: FoundDataset }> {
  const actor = authorize(ctx, operations.datasets.compareDatasets);
  const found = await findDataset(ctx.em, actor, input.id);
  const other =
    input.other === undefined || input.other === input.id
      ? found
      : await findDataset(ctx.em, actor, input.other);
  return {
    found,
    earlier: await versionOf(
      ctx,
      other,
      input.other_version ?? (other === found ? found.version.number - 1 : other.version.number),
    ),
  };
}

async function versionOf(
  ctx: ServiceContext,
  found: FoundDataset,
  number: number,
): Promise<FoundDataset> {
  if (number === found.version.number) return found;
  if (number < 1)
    throw new AppError(
      'invalid_input',
      'This dataset has no earlier version to be compared with.',
      {
        errors: [
          {
            field: 'other',
            message: "Name another dataset in 'other', or upload a new version first.",
          },
        ],
      },
    );
  return withColumns(ctx.em, found.dataset, await findVersion(ctx, found.dataset.id, number));
}

const named = ({ dataset, version }: FoundDataset) => ({
  dataset_id: dataset.id,
  name: dataset.name,
  version: version.number,
  row_count: version.rowCount,
});
