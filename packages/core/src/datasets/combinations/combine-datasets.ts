import { operations, type InputOf, type OutputOf } from '@columnist/contract';
import { authorize, jobOf, type ServiceContext } from '../../context.ts';
import { createFromRows } from '../lifecycle/create-from-rows.ts';
import { findSources, type FoundSources } from './find-sources.ts';
import { recipeOf } from './recipe-sources.ts';
import { writeCombination, type WrittenCombination } from './write-combination.ts';

type Combine = (typeof operations)['datasets']['combine'];

/**
 * What a combination of datasets would make; with a name it is made, as a dataset that follows its
 * sources. Throws not_found, unknown_column, wrong_column_type, invalid_input, too_complex,
 * dataset_limit_reached.
 */
export async function combineDatasets(
  ctx: ServiceContext,
  { name, ...combination }: InputOf<Combine>,
): Promise<OutputOf<Combine>> {
  const actor = authorize(ctx, operations.datasets.combine);
  if (name !== undefined) authorize(ctx, operations.datasets.save);
  const recipe = await recipeOf(ctx, actor, combination);
  if (name === undefined) {
    const found = await findSources(ctx, actor, recipe);
    const report = await ctx.engine.previewCombination(
      recipe.combination,
      found.tables,
      jobOf(ctx),
    );
    return { ...report, dataset: null, sources: usedIn(found) };
  }
  const made: WrittenCombination[] = [];
  const dataset = await createFromRows(ctx, name, async (path) => {
    const written = await writeCombination(ctx, actor, recipe, path);
    made.push(written);
    return {
      reading: written.reading,
      derived: {
        recipe,
        builtFrom: written.builtFrom,
        dictionary: written.dictionary,
        notes: written.notes,
      },
      rows: written.report.row_count,
    };
  });
  const [written] = made;
  if (written === undefined) throw new Error('The rows were written.');
  return { ...written.report, dataset, sources: usedIn(written) };
}

const usedIn = ({ tables, builtFrom }: FoundSources): OutputOf<Combine>['sources'] =>
  builtFrom.map(({ id, version }, i) => ({
    id,
    version,
    name: tables[i]?.name ?? '',
    row_count: tables[i]?.table.rowCount ?? 0,
  }));
