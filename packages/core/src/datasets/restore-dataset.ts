import { AppError, operations, plans, type Dataset as WireDataset, type InputOf } from '@columnist/contract';
import { authorize, type ServiceContext } from '../context.ts';
import { Dataset } from './dataset.entity.ts';
import { presentDataset } from './dataset.presenter.ts';
import { currentVersion } from './find-dataset.ts';

export const restoreSeconds = 10;

/** Takes a deletion back within ten seconds; conflict where the place has been taken meanwhile. */
export async function restoreDataset(ctx: ServiceContext, input: InputOf<(typeof operations)['datasets']['restore']>): Promise<WireDataset> {
  const { user } = authorize(ctx, operations.datasets.restore);
  const limit = plans[user.tier].max_datasets;
  return ctx.em.transactional(async (em) => {
    await em.execute('select id from user_account where id = ? for update', [user.id]);
    const since = new Date(ctx.clock.now().getTime() - restoreSeconds * 1000);
    const dataset = await em.findOne(Dataset, { id: input.id, owner: user.id, status: 'ready', deletedAt: { $gte: since } });
    if (dataset === null) throw new AppError('not_found', 'Dataset not found.');
    if (limit > 0 && (await em.count(Dataset, { owner: user.id, deletedAt: null })) >= limit) {
      throw new AppError('conflict', `All ${limit} places of your plan are taken: the dataset cannot be restored.`, { limit });
    }
    dataset.deletedAt = null;
    await em.flush();
    return presentDataset(dataset, await currentVersion(em, dataset));
  });
}
