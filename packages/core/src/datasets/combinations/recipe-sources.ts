import { datasetNamed, type Combination, type Recipe } from '@columnist/contract';
import type { Actor, ServiceContext } from '../../context.ts';
import { ownDatasets } from '../records/own-datasets.ts';

const keptTo = /^(?<id>[0-9a-f-]{36})@(?<version>\d{1,6})$/i;

/** What a combination reads, as it names it, each once in its order. */
export const sourcesIn = (combination: Combination): string[] =>
  combination.kind === 'join'
    ? [combination.left, combination.right]
    : combination.kind === 'append'
      ? combination.sources
      : [combination.source];

/** The same combination with other words for what it reads. */
function renamed(combination: Combination, names: readonly string[]): Combination {
  const [first = '', second = ''] = names;
  if (combination.kind === 'join') return { ...combination, left: first, right: second };
  if (combination.kind === 'append') return { ...combination, sources: [...names] };
  return { ...combination, source: first };
}

/**
 * A combination as it is kept: with ids in place of names, which may change. Throws not_found,
 * conflict where several datasets have a name.
 */
export async function recipeOf(
  ctx: ServiceContext,
  actor: Actor,
  combination: Combination,
): Promise<Recipe & { readonly combination: Combination }> {
  const own = await ownDatasets(ctx, actor);
  const sources = sourcesIn(combination).map((source) => {
    const exact = own.some(({ name }) => name === source);
    const kept = exact ? undefined : keptTo.exec(source)?.groups;
    const { id, name } = datasetNamed(kept?.['id'] ?? source, own);
    return { id, name, version: kept === undefined ? null : Number(kept['version']) };
  });
  return {
    combination: renamed(
      combination,
      sources.map(({ id, version }) => (version === null ? id : `${id}@${version}`)),
    ),
    sql: null,
    sources,
  };
}
