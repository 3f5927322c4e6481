import type { Actor, ServiceContext } from '../../context.ts';
import { present } from '../records/admit-version.ts';
import { Dataset } from '../records/dataset.entity.ts';
import { rebuild } from './rebuild-dataset.ts';

/**
 * Makes all datasets again that follow this one, which has a new version, those first that others
 * are made of. What fails is kept with the dataset that it is about, which then stays as it was:
 * the new version of the source is there all the same.
 */
export async function followSources(ctx: ServiceContext, actor: Actor, id: string): Promise<void> {
  const derived = await ctx.em.fork().find(Dataset, {
    owner: actor.user.id,
    ...present,
    deletedAt: null,
    recipe: { $ne: null },
  });
  for (const dataset of inOrder(derived, id))
    await rebuild({ ...ctx, em: ctx.em.fork() }, actor, dataset).catch((error: unknown) => {
      ctx.log.info({ err: error, dataset: dataset.id }, 'a combined dataset could not follow');
    });
}

/** Those that follow a dataset, directly or by others, each after all that it is made of. */
export function inOrder<One extends Pick<Dataset, 'id' | 'recipe'>>(
  derived: readonly One[],
  id: string,
): One[] {
  const following = (source: string): One[] =>
    derived.filter(
      ({ recipe }) =>
        (recipe?.combination ?? null) !== null &&
        recipe?.sources.some((one) => one.id === source && one.version === null) === true,
    );
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
