import type { Actor, ServiceContext } from '../../context.ts';
import { present } from './admit-version.ts';
import { Dataset } from './dataset.entity.ts';

/** The datasets that a caller may name. */
export const ownDatasets = (
  { em }: Pick<ServiceContext, 'em'>,
  { user, limits }: Pick<Actor, 'user' | 'limits'>,
): Promise<Dataset[]> =>
  em.find(Dataset, {
    owner: user.id,
    ...present,
    deletedAt: null,
    ...(limits?.datasetIds ? { id: { $in: [...limits.datasetIds] } } : {}),
  });
