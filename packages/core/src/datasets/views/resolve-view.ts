import { AppError, nearestNames, type View } from '@columnist/contract';
import type { ServiceContext } from '../../context.ts';
import type { FoundDataset } from '../records/find-dataset.ts';
import { meaningOf, SavedView } from './saved-view.entity.ts';

/** Options of a call with the view itself where one was named. Throws not_found, invalid_input. */
export async function resolveView<Options extends { readonly view?: View | undefined }>(
  ctx: ServiceContext,
  { dataset }: FoundDataset,
  options: Options,
): Promise<Options> {
  const { saved, ...rest } = options.view ?? {};
  if (saved === undefined) return options;
  if (Object.keys(rest).length > 0)
    throw new AppError('invalid_input', 'A saved view takes no other parts.', {
      errors: [{ field: 'view.saved', message: 'Name a saved view, or say the view; not both.' }],
    });
  const found = await ctx.em.findOne(SavedView, { dataset: dataset.id, name: saved });
  if (found === null) throw await noView(ctx, dataset.id, saved);
  return { ...options, view: meaningOf(found) };
}

const shownNames = 20;
const saySaved = (names: readonly string[]): string =>
  names.length === 0
    ? 'The dataset has no saved views.'
    : `${names.length > shownNames ? `The first ${shownNames} of its ${names.length}` : 'Its'} saved views are ${names
        .slice(0, shownNames)
        .map((name) => JSON.stringify(name))
        .join(', ')}.`;

/** The error for a name that no saved view has, with the nearest ones. */
export async function noView(
  ctx: ServiceContext,
  dataset: string,
  name: string,
): Promise<AppError> {
  const names = (await ctx.em.find(SavedView, { dataset }, { fields: ['name'] })).map(
    (view) => view.name,
  );
  const suggestions = nearestNames(name, names);
  const hint =
    suggestions.length > 0
      ? ` Did you mean ${suggestions.map((suggestion) => `'${suggestion}'`).join(' or ')}?`
      : '';
  return new AppError('not_found', `There is no saved view '${name.slice(0, 100)}'.${hint}`, {
    suggestions,
    fix: `${saySaved(names)} Or send the view itself.`,
  });
}
