import { AppError, operations, type InputOf, type SharedLink } from '@columnist/contract';
import { authorize, type ServiceContext } from '../../context.ts';
import { findDataset } from '../records/find-dataset.ts';
import { endFrom } from './share-end.ts';
import { presentShare } from './share.presenter.ts';
import { SharedResult } from './shared-result.entity.ts';

/** Keeps a shared link open for 30 days from now, also where it has ended. Throws not_found. */
export async function renewShare(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['renewShare']>,
): Promise<SharedLink> {
  const actor = authorize(ctx, operations.datasets.renewShare);
  const { dataset } = await findDataset(ctx.em, actor, input.id);
  const share = await ctx.em.findOne(
    SharedResult,
    { dataset: dataset.id, id: input.share_id },
    { populate: ['by'] },
  );
  if (share === null)
    throw new AppError('not_found', 'There is no such link.', {
      fix: 'List the shared results of the dataset.',
    });
  if (share.singleValues && actor.via !== 'session' && !actor.scopes.includes('rows'))
    throw new AppError('forbidden', "This credential lacks the scope 'rows'.", {
      fix: 'Renew it in the browser, or share without single values.',
    });
  share.expiresAt = endFrom(ctx.clock.now());
  await ctx.em.flush();
  return presentShare(share, share.result, share.by);
}
