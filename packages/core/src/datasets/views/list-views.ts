import { operations, type InputOf, type SavedView as WireSavedView } from '@columnist/contract';
import { authorize, type ServiceContext } from '../../context.ts';
import { findDataset } from '../records/find-dataset.ts';
import { SavedView } from './saved-view.entity.ts';
import { presentSavedView } from './saved-view.presenter.ts';

/** The saved views of a dataset, by name. Throws not_found. */
export async function listViews(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['listViews']>,
): Promise<WireSavedView[]> {
  const actor = authorize(ctx, operations.datasets.listViews);
  const { dataset, columns } = await findDataset(ctx.em, actor, input.id);
  const views = await ctx.em.find(SavedView, { dataset: dataset.id }, { orderBy: { name: 'asc' } });
  return views.map((view) => presentSavedView(view, columns));
}
