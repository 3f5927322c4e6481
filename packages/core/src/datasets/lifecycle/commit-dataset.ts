import { operations, type Dataset as WireDataset, type InputOf } from '@columnist/contract';
import { authorize, type ServiceContext } from '../../context.ts';
import { Dataset } from '../records/dataset.entity.ts';
import { presentDataset } from '../records/dataset.presenter.ts';
import { findDataset } from '../records/find-dataset.ts';

/**
 * Makes a draft a dataset that stays; one that stays already is answered as it is. Throws
 * not_found.
 */
export async function commitDataset(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['commit']>,
): Promise<WireDataset> {
  const actor = authorize(ctx, operations.datasets.commit);
  const { dataset, version, columns } = await findDataset(ctx.em, actor, input.id);
  await ctx.em.nativeUpdate(
    Dataset,
    { id: dataset.id, status: 'draft' },
    { status: 'ready', reservedUntil: null },
  );
  return presentDataset(
    { id: dataset.id, name: dataset.name, createdAt: dataset.createdAt, status: 'ready' },
    version,
    columns,
  );
}
