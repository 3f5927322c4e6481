import { operations, type InputOf, type Lineage } from '@columnist/contract';
import { authorize, type Actor, type ServiceContext } from '../../context.ts';
import { present } from '../records/admit-version.ts';
import { Dataset, DatasetVersion } from '../records/dataset.entity.ts';
import { findDataset, mayTouch } from '../records/find-dataset.ts';
import { chosenByHand, type ByHand } from './chosen-by-hand.ts';
import { isOfCombination } from './notes-of-combination.ts';
import { sayRecipe } from './say-combination.ts';

type Node = Lineage['datasets'][number];
type Stated = Omit<Node, 'notes'>;
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
  const own = await ctx.em.find(
    Dataset,
    { owner: actor.user.id, ...present, deletedAt: null },
    { refresh: true },
  );
  const links = linksOf(own);
  const related = new Set([id, ...reached(links, id, 'up'), ...reached(links, id, 'down')]);
  const versions = await ctx.em.find(DatasetVersion, {
    $or: own
      .filter((one) => related.has(one.id))
      .map((one) => ({ dataset: one.id, number: one.currentVersion })),
  });
  const current = new Map(versions.map((one) => [one.dataset.id, one]));
  const byHand = await chosenByHand(
    ctx.em,
    own.filter((one) => related.has(one.id) && isCombined(one)),
  );
  const newest = new Map(own.map((one) => [one.id, one.currentVersion]));
  const used = links
    .filter(({ from, to }) => related.has(from) && related.has(to))
    .map((link) => ({
      ...link,
      version:
        current.get(link.to)?.builtFrom?.find((one) => one.id === link.from)?.version ?? null,
      follows: link.follows && !byHand.has(link.to),
    }));
  return shownTo(actor, {
    id,
    datasets: [
      ...nodesOf(
        own.filter((one) => related.has(one.id)),
        used,
        byHand,
        newest,
      ).map((node) => ({ ...node, notes: saidOf(current.get(node.id)) })),
      ...missingOf(own, related, newest),
    ],
    links: used,
    hidden: 0,
  });
}

const saidOf = (version: Pick<DatasetVersion, 'admission'> | undefined): string[] =>
  (version?.admission.notes ?? []).filter(isOfCombination).map(({ message }) => message);

const isCombined = ({ recipe }: Dataset): boolean => (recipe?.combination ?? null) !== null;

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

/** A dataset is not current where one that it follows is not. */
function nodesOf(
  datasets: readonly Dataset[],
  links: readonly Link[],
  byHand: ReadonlyMap<string, ByHand>,
  newest: ReadonlyMap<string, number>,
): Stated[] {
  const made = new Map<string, Stated>();
  const nodeOfId = (dataset: Dataset): Stated => {
    const { id } = dataset;
    const own = links.filter(({ to }) => to === id);
    const sources = datasets
      .filter((one) => own.some(({ from, follows }) => follows && from === one.id))
      .map((one) => made.get(one.id) ?? nodeOfId(one));
    const node = nodeOf(dataset, { links: own, sources, byHand: byHand.get(id), newest });
    made.set(id, node);
    return node;
  };
  return datasets.map((one) => made.get(one.id) ?? nodeOfId(one));
}

interface Known {
  readonly links: readonly Link[];
  /** Those that it follows. */
  readonly sources: readonly Stated[];
  /** How a person chose its current version; undefined where none did. */
  readonly byHand: ByHand | undefined;
  readonly newest: ReadonlyMap<string, number>;
}

const nodeOf = (dataset: Dataset, known: Known): Stated => ({
  id: dataset.id,
  name: dataset.name,
  version: dataset.currentVersion,
  ...stateOf(dataset, known),
  made: dataset.recipe ? sayRecipe(dataset.recipe) : null,
  combination: dataset.recipe?.combination ?? null,
  sql: dataset.recipe?.sql ?? null,
});

function stateOf(
  { recipe, rebuildProblem }: Dataset,
  { links, sources, byHand, newest }: Known,
): Pick<Node, 'state' | 'problem'> {
  if (!recipe) return { state: 'source', problem: null };
  if (recipe.combination === null) return { state: 'kept', problem: null };
  const gone = recipe.sources.find((source) => !newest.has(source.id));
  if (byHand !== undefined)
    return {
      state: 'by_hand',
      problem:
        `Its current version was ${byHand} by hand and follows nothing. ` +
        (gone === undefined
          ? 'Combine it again to have rows of its sources, which it then follows.'
          : `The source '${gone.name}' was deleted.`),
    };
  if (gone !== undefined)
    return {
      state: 'failed',
      problem: `The source '${gone.name}' was deleted; the rows made of it before are still here.`,
    };
  if (rebuildProblem) return { state: 'failed', problem: rebuildProblem };
  if (links.some(({ from, version, follows }) => follows && version !== newest.get(from)))
    return {
      state: 'out_of_date',
      problem:
        'A source has a newer version; it is made again within minutes, or when you ask for it.',
    };
  const behind = sources.find(({ state }) => state === 'failed' || state === 'out_of_date');
  return behind === undefined
    ? { state: 'current', problem: null }
    : {
        state: 'out_of_date',
        problem: `Its source '${behind.name}' is not up to date; this one is made again once that is.`,
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
    notes: [],
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
          notes: [],
          combination: null,
          sql: null,
        })),
    links: whole.links.filter(({ from, to }) => isShown.has(from) && isShown.has(to)),
    hidden: whole.datasets.length - datasets.length,
  };
}
