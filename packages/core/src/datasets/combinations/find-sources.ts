import { AppError, type BuiltFrom, type Recipe } from '@columnist/contract';
import type { NamedTable } from '@columnist/workers';
import type { Actor, ServiceContext } from '../../context.ts';
import { present } from '../records/admit-version.ts';
import { Dataset, DatasetVersion } from '../records/dataset.entity.ts';
import { findCurrentVersion, tableOf, withColumns } from '../records/find-dataset.ts';

export interface FoundSources {
  /** In the order of the recipe. */
  readonly tables: NamedTable[];
  readonly builtFrom: BuiltFrom;
}

/**
 * The tables of a recipe, among all datasets of its owner: a dataset is made again of the same
 * sources whatever the credential may see that gave one of them a new version. Throws not_found,
 * by the name of what is gone.
 */
export async function findSources(
  ctx: ServiceContext,
  { user }: Pick<Actor, 'user'>,
  { sources }: Pick<Recipe, 'sources'>,
): Promise<FoundSources> {
  const tables: NamedTable[] = [];
  const builtFrom: BuiltFrom = [];
  for (const { id, name, version: kept } of sources) {
    const dataset = await ctx.em.findOne(
      Dataset,
      { id, owner: user.id, ...present, deletedAt: null },
      { refresh: true },
    );
    if (dataset === null)
      throw new AppError('not_found', `The source '${name}' was deleted.`, {
        fix: 'The rows made of it before stay as they are; combine other datasets for new ones.',
      });
    const version =
      kept === null
        ? await findCurrentVersion(ctx.em, dataset)
        : await ctx.em.findOne(DatasetVersion, { dataset: id, number: kept });
    if (version === null)
      throw new AppError('not_found', `'${dataset.name}' has no version ${kept ?? ''}.`, {
        fix: 'List its versions, or leave the version out to follow the newest.',
      });
    tables.push({
      name: dataset.name,
      table: await tableOf(ctx, await withColumns(ctx.em, dataset, version)),
    });
    builtFrom.push({ id, version: version.number });
  }
  return { tables, builtFrom };
}
