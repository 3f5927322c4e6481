import type { Actor, ServiceContext } from '../../context.ts';
import { present } from '../records/admit-version.ts';
import { Dataset } from '../records/dataset.entity.ts';
import { chosenByHand } from '../combinations/chosen-by-hand.ts';
import { findBehind } from './find-behind.ts';
import { rebuild } from './rebuild.ts';

/**
 * Makes all datasets again that follow this one, which has a new version, those first that others
 * are made of. What fails is kept with the dataset that it is about, which then stays as it was, as
 * do those that follow it alone: the new version of the source is there all the same.
 */
export async function followSources(ctx: ServiceContext, actor: Actor, id: string): Promise<void> {
  const derived = await derivedOf(ctx, actor);
  const changed = new Set([id]);
  const byHand = await chosenByHand(ctx.em, derived);
  for (const dataset of inOrder(derived, id)) {
    if (!followsOneOf(dataset, changed) || byHand.has(dataset.id)) continue;
    if (await couldFollow(ctx, actor, dataset)) changed.add(dataset.id);
  }
}

/** Makes those again that could not follow while this one was deleted, which is there again. */
export async function catchUp(ctx: ServiceContext, actor: Actor, id: string): Promise<void> {
  for (const dataset of inOrder(await derivedOf(ctx, actor), id)) {
    const isBehind = (await findBehind(ctx.em, { id: dataset.id })).length > 0;
    if (isBehind) await couldFollow(ctx, actor, dataset);
  }
}

const derivedOf = (ctx: ServiceContext, { user }: Actor): Promise<Dataset[]> =>
  ctx.em.fork().find(Dataset, {
    owner: user.id,
    ...present,
    deletedAt: null,
    recipe: { $ne: null },
  });

async function couldFollow(ctx: ServiceContext, actor: Actor, dataset: Dataset): Promise<boolean> {
  try {
    await rebuild({ ...ctx, em: ctx.em.fork() }, actor, dataset, { isAsked: false });
    return true;
  } catch (error) {
    ctx.log.info({ err: error, dataset: dataset.id }, 'a combined dataset could not follow');
    return false;
  }
}

const followsOneOf = ({ recipe }: Pick<Dataset, 'recipe'>, sources: ReadonlySet<string>): boolean =>
  (recipe?.combination ?? null) !== null &&
  recipe?.sources.some(({ id, version }) => version === null && sources.has(id)) === true;

/** Those that follow a dataset, directly or by others, each after all that it is made of. */
export function inOrder<One extends Pick<Dataset, 'id' | 'recipe'>>(
  derived: readonly One[],
  id: string,
): One[] {
  const following = (source: string): One[] =>
    derived.filter((one) => followsOneOf(one, new Set([source])));
  const done = new Set<string>();
  const last: One[] = [];
  const visit = (source: string): void => {
    for (const one of following(source)) {
      if (done.has(one.id)) continue;
      done.add(one.id);
      visit(one.id);
      last.unshift(one);
    }
  };
  visit(id);
  return last;
}
