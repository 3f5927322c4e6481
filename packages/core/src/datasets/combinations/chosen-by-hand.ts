import type { EntityManager } from '@mikro-orm/sql';
import { DatasetVersion, type Dataset } from '../records/dataset.entity.ts';

type Chosen = Pick<Dataset, 'id' | 'currentVersion'>;

/** Why a person's choice is what a combined dataset has now. */
export type ByHand = 'uploaded' | 'restored';

/**
 * Combined datasets whose current version a person chose: uploaded in place of the combined rows, or an
 * earlier one restored, after which there are newer ones. Nothing replaces it until that is asked for.
 */
export async function chosenByHand(
  em: EntityManager,
  datasets: readonly Chosen[],
): Promise<Map<string, ByHand>> {
  if (datasets.length === 0) return new Map();
  const versions = await em.fork().find(DatasetVersion, {
    $or: datasets.map(({ id, currentVersion }) => ({
      dataset: id,
      number: { $gte: currentVersion },
    })),
  });
  const found = new Map<string, ByHand>();
  for (const { id, currentVersion } of datasets) {
    const own = versions.filter(({ dataset }) => dataset.id === id);
    const current = own.find(({ number }) => number === currentVersion);
    if (current === undefined) continue;
    if ((current.builtFrom ?? null) === null) found.set(id, 'uploaded');
    else if (own.some(({ number }) => number > currentVersion)) found.set(id, 'restored');
  }
  return found;
}
