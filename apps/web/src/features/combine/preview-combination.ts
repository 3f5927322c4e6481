import type { Combination, Dataset } from '@columnist/contract';
import { problemIn } from '../../lib/errors.ts';
import { trpcClient } from '../../lib/trpc.ts';

/**
 * A preview, and what was previewed: where several numbers meet in a cell of a pivot for which
 * nobody chose a statistic, their mean is taken.
 */
export async function previewCombination(
  combination: Combination,
  { source, isChosen }: { readonly source: Dataset | undefined; readonly isChosen: boolean },
  signal: AbortSignal,
) {
  const ask = async (asked: Combination) => ({
    combination: asked,
    report: await trpcClient.datasets.combine.mutate(asked, { signal }),
  });
  try {
    return await ask(combination);
  } catch (error) {
    if (combination.kind !== 'pivot' || isChosen || !meetsSeveral(error)) throw error;
    const values = source?.columns.find(({ name }) => name === combination.values_from);
    if (values?.type !== 'number') throw error;
    return ask({ ...combination, statistic: 'mean' });
  }
}

/** Whether a pivot was refused because several values meet in a cell. */
export const meetsSeveral = (error: unknown): boolean =>
  problemIn(error)?.errors?.some(({ field }) => field === 'statistic') === true;
