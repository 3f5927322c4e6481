import { operations, type InputOf, type Lineage } from '@columnist/contract';
import { authorize, type Actor, type ServiceContext } from '../../context.ts';
import { present } from '../records/admit-version.ts';
import { Dataset, DatasetVersion } from '../records/dataset.entity.ts';
import { findDataset, mayTouch } from '../records/find-dataset.ts';
import { sayRecipe } from './say-combination.ts';

type Node = Lineage['datasets'][number];
type Link = Lineage['links'][number];

/**
 * All that a dataset was made of and all that was made of it, with the state of each. Throws
 * not_found.
 */
export async function getLineage(
  ctx: ServiceContext,
  { id }: InputOf<(typeof operations)['datasets']['lineage']>,
): Promise<Lineage> {
  const actor = authorize(ctx, operations.datasets.lineage);
  await findDataset(ctx.em, actor, id);
  const own = await ctx.em.find(Dataset, { owner: actor.user.id, ...present, deletedAt: null });
  const links = linksOf(own);
  const related = new Set([id, ...reached(links, id, 'up'), ...reached(links, id, 'down')]);
  const versions = await ctx.em.find(DatasetVersion, {
    $or: own
      .filter((one) => related.has(one.id))
      .map((one) => ({ dataset: one.id, number: one.currentVersion })),
  });
  const builtFrom = new Map(versions.map((one) => [one.dataset.id, one.builtFrom ?? []]));
  const newest = new Map(own.map((one) => [one.id, one.currentVersion]));
  const used = links
    .filter(({ from, to }) => related.has(from) && related.has(to))
    .map((link) => ({
      ...link,
      version: builtFrom.get(link.to)?.find((one) => one.id === link.from)?.version ?? null,
    }));
  return shownTo(actor, {
    id,
    datasets: [
      ...own
        .filter((one) => related.has(one.id))
        .map((one) =>
          nodeOf(
            one,
            used.filter(({ to }) => to === one.id),
            newest,
          ),
        ),
      ...missingOf(own, related, newest),
    ],
    links: used,
    hidden: 0,
  });
}

function linksOf(own: readonly Dataset[]): Link[] {
  const links = own.flatMap(({ id: to, recipe }) =>
    (recipe?.sources ?? []).map(({ id: from, version }) => ({
      from,
      to,
      version: null,
      follows: version === null && recipe?.combination !== null,
    })),
  );
  return links.filter(
    ({ from, to }, i) => links.findIndex((one) => one.from === from && one.to === to) === i,
  );
}

function reached(links: readonly Link[], id: string, way: 'up' | 'down'): Set<string> {
  const found = new Set<string>();
  const visit = (one: string): void => {
    for (const { from, to } of links) {
      const [here, there] = way === 'up' ? [to, from] : [from, to];
      if (here !== one || found.has(there)) continue;
      found.add(there);
      visit(there);
    }
  };
  visit(id);
  return found;
}

function nodeOf(
  { id, name, currentVersion, recipe, rebuildProblem }: Dataset,
  links: readonly Link[],
  newest: ReadonlyMap<string, number>,
): Node {
  const gone = recipe?.sources.find((source) => !newest.has(source.id));
  const isBehind = links.some(
    ({ from, version, follows }) => follows && version !== newest.get(from),
  );
  const follows = recipe?.combination !== null && recipe?.combination !== undefined;
  const problem = !follows
    ? null
    : gone !== undefined
      ? `The source '${gone.name}' was deleted; the rows made of it before are still here.`
      : isBehind
        ? (rebuildProblem ??
          'A source has a newer version; it is made again within minutes, or when you ask for it.')
        : null;
  return {
    id,
    name,
    version: currentVersion,
    state: !recipe
      ? 'source'
      : !follows
        ? 'kept'
        : problem === null
          ? 'current'
          : gone !== undefined || rebuildProblem !== null
            ? 'failed'
            : 'out_of_date',
    made: recipe ? sayRecipe(recipe) : null,
    problem,
    combination: recipe?.combination ?? null,
    sql: recipe?.sql ?? null,
  };
}

/** Sources that were deleted, by the names that they had. */
function missingOf(
  own: readonly Dataset[],
  related: ReadonlySet<string>,
  newest: ReadonlyMap<string, number>,
): Node[] {
  const gone = own
    .filter(({ id }) => related.has(id))
    .flatMap(({ recipe }) => recipe?.sources ?? [])
    .filter(({ id }) => !newest.has(id));
  return [...new Map(gone.map(({ id, name }) => [id, name]))].map(([id, name]) => ({
    id,
    name,
    version: null,
    state: 'missing' as const,
    made: null,
    problem: null,
    combination: null,
    sql: null,
  }));
}

/** A key that was narrowed to some datasets sees these alone, and how many others there are. */
function shownTo(actor: Pick<Actor, 'limits'>, whole: Lineage): Lineage {
  const datasets = whole.datasets.filter(({ id }) => mayTouch(actor, id));
  const isShown = new Set(datasets.map(({ id }) => id));
  const isWhole = datasets.length === whole.datasets.length;
  return {
    ...whole,
    datasets: isWhole
      ? datasets
      : datasets.map((one) => ({
          ...one,
          made: null,
          problem: null,
          combination: null,
          sql: null,
        })),
    links: whole.links.filter(({ from, to }) => isShown.has(from) && isShown.has(to)),
    hidden: whole.datasets.length - datasets.length,
  };
}
