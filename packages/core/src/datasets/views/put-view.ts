import {
  AppError,
  operations,
  viewLanguage,
  type InputOf,
  type SavedView as WireSavedView,
  type View,
} from '@columnist/contract';
import { sayView } from '@columnist/workers';
import type { EntityManager } from '@mikro-orm/sql';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { authorize, type Actor, type ServiceContext } from '../../context.ts';
import { cleanName } from '../records/clean-name.ts';
import { Dataset } from '../records/dataset.entity.ts';
import { findDataset } from '../records/find-dataset.ts';
import { requireRoom, withHoldings, type Kept } from '../records/lock-holdings.ts';
import { SavedView } from './saved-view.entity.ts';
import { presentSavedView } from './saved-view.presenter.ts';

const most = {
  kind: 'saved views',
  count: 100,
  bytes: 1024 * 1024,
  fix: 'Delete one that is no longer used.',
} as const;

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
  const saved = await withHoldings(ctx.em, actor.user.id, now, async (em) => {
    requireRoom(await otherViews(em, dataset.id, name, input.view), most);
    const kept = await em.upsert(
      SavedView,
      {
        id: uuid(),
        dataset: em.getReference(Dataset, dataset.id),
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
    await em.refresh(kept);
    return kept;
  });
  return presentSavedView(saved, columns);
}

const counts = z.tuple([z.object({ count: z.coerce.number(), bytes: z.coerce.number() })]);

/** Those that would stay, and the bytes of all with the new one. */
async function otherViews(
  em: EntityManager,
  datasetId: string,
  name: string,
  view: View,
): Promise<Kept> {
  const [{ count, bytes }] = counts.parse(
    await em.execute(
      'select count(*) as count, coalesce(sum(octet_length(view::text)), 0) as bytes ' +
        'from saved_view where dataset_id = ? and name <> ?',
      [datasetId, name],
    ),
  );
  return { count, bytes: bytes + Buffer.byteLength(JSON.stringify(view)) };
}
