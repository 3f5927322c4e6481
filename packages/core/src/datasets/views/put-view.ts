import {
  AppError,
  operations,
  viewLanguage,
  type InputOf,
  type SavedView as WireSavedView,
} from '@columnist/contract';
import { sayView } from '@columnist/workers';
import { v7 as uuid } from 'uuid';
import { authorize, type Actor, type ServiceContext } from '../../context.ts';
import { cleanName } from '../records/clean-name.ts';
import { Dataset } from '../records/dataset.entity.ts';
import { findDataset } from '../records/find-dataset.ts';
import { SavedView } from './saved-view.entity.ts';
import { presentSavedView } from './saved-view.presenter.ts';

const viewsAtMost = 100;

/** The person, and what acted for them. */
function sayWho({ user, via, agent, keyName }: Actor): string {
  if (agent !== null) return `${user.fullName}, by the agent ${agent.name}`;
  if (via === 'session') return `${user.fullName}, in the browser`;
  return `${user.fullName}, by ${keyName == null ? 'an API key' : `the API key ${keyName}`}`;
}

/**
 * Saves a view under a name, in place of what had that name. Throws not_found, invalid_expression,
 * unknown_column, conflict.
 */
export async function putView(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['putView']>,
): Promise<WireSavedView> {
  const actor = authorize(ctx, operations.datasets.putView);
  const { dataset, columns } = await findDataset(ctx.em, actor, input.id);
  const name = cleanName(input.name);
  if (name === '')
    throw new AppError('invalid_input', 'The name has no visible character.', {
      errors: [{ field: 'name', message: 'Enter a name.' }],
    });
  if (input.view.saved !== undefined)
    throw new AppError('invalid_input', 'A saved view cannot be made of a name.', {
      errors: [{ field: 'view.saved', message: 'Send the view itself.' }],
    });
  sayView(columns, input.view);
  const now = ctx.clock.now();
  const known = await ctx.em.count(SavedView, { dataset: dataset.id, name: { $ne: name } });
  if (known >= viewsAtMost)
    throw new AppError('conflict', `A dataset has at most ${viewsAtMost} saved views.`, {
      fix: 'Delete one that is no longer used.',
    });
  const saved = await ctx.em.upsert(
    SavedView,
    {
      id: uuid(),
      dataset: ctx.em.getReference(Dataset, dataset.id),
      name,
      view: input.view,
      language: viewLanguage,
      savedBy: sayWho(actor),
      createdAt: now,
      updatedAt: now,
    },
    {
      onConflictFields: ['dataset', 'name'],
      onConflictMergeFields: ['view', 'language', 'savedBy', 'updatedAt'],
    },
  );
  await ctx.em.refresh(saved);
  return presentSavedView(saved, columns);
}
