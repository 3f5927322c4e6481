import type { CombinationReport, Dictionary, KeptReading, Recipe } from '@columnist/contract';
import { jobOf, type Actor, type ServiceContext } from '../../context.ts';
import { dictionaryOfRows, readingOfRows, type Note } from '../lifecycle/reading-of-rows.ts';
import { findSources, type FoundSources } from './find-sources.ts';
import { notesOfCombination } from './notes-of-combination.ts';

export interface WrittenCombination extends FoundSources {
  readonly report: CombinationReport;
  readonly reading: KeptReading;
  readonly dictionary: Dictionary;
  readonly notes: readonly Note[];
}

/** Writes what a recipe makes of its sources as they are now. Throws what combining throws. */
export async function writeCombination(
  ctx: ServiceContext,
  actor: Pick<Actor, 'user'>,
  recipe: Recipe,
  to: string,
): Promise<WrittenCombination> {
  if (recipe.combination === null) throw new Error('Saved rows are not made again.');
  const found = await findSources(ctx, actor, recipe);
  const { report, columns } = await ctx.engine.exportCombination(
    recipe.combination,
    found.tables,
    to,
    jobOf(ctx),
  );
  return {
    ...found,
    report,
    reading: readingOfRows(columns, report.row_count),
    dictionary: dictionaryOfRows(columns),
    notes: notesOfCombination(
      recipe.combination,
      report,
      found.tables.map(({ name }) => name),
    ),
  };
}
