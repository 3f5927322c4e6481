import { AppError, fewestRows, operations, type InputOf, type OutputOf } from '@columnist/contract';
import type { EntityManager } from '@mikro-orm/sql';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { hashToken, randomToken } from '../../users/secrets.ts';
import { User } from '../../users/user.entity.ts';
import { noteAudit } from '../../audit/audit-trail.ts';
import { authorize, type ServiceContext } from '../../context.ts';
import { smallGroupOf, withoutSingleValues } from '../../disclosure/hide-rows.ts';
import { mayReadRows } from '../../users/may-read-rows.ts';
import { askQuestion } from '../results/ask-question.ts';
import { Dataset } from '../records/dataset.entity.ts';
import { findDataset } from '../records/find-dataset.ts';
import { requireRoom, withHoldings, type Kept } from '../records/lock-holdings.ts';
import { SharedResult } from './shared-result.entity.ts';
import { endFrom } from './share-end.ts';
import { smallLevelOf } from './small-level-of.ts';
import { presentShare } from './share.presenter.ts';

type Share = (typeof operations)['datasets']['share'];
const most = {
  kind: 'shared results',
  count: 200,
  bytes: 20 * 1024 * 1024,
  fix: 'End a link that is no longer used.',
} as const;

/**
 * Asks the question and keeps its answer under a link that anybody can read, for 30 days. The
 * answer is ours, never the caller's. Throws as the test does, too_few_rows, and conflict.
 */
export async function shareResult(
  ctx: ServiceContext,
  input: InputOf<Share>,
): Promise<OutputOf<Share>> {
  const actor = authorize(ctx, operations.datasets.share);
  const found = await findDataset(ctx.em, actor, input.id);
  const { dataset, version } = found;
  requireRoom(await keptOf(ctx.em, dataset.id), most);
  if (input.single_values && !mayReadRows(actor))
    throw new AppError('forbidden', "This credential lacks the scope 'rows'.", {
      fix: 'Share without single values.',
    });
  const answer = await askQuestion({ ...ctx, keeps: true }, input.id, input.question);
  const small = input.single_values
    ? null
    : (smallGroupOf(answer) ?? (await smallLevelOf(ctx, found, input.question)));
  if (small !== null)
    throw new AppError(
      'too_few_rows',
      `'${small}' has fewer than ${fewestRows} rows: figures about it would tell of single rows.`,
      {
        limit: fewestRows,
        fix: 'Share it with single values, or ask without such groups, for example by a filter.',
      },
    );
  const result = input.single_values ? answer : withoutSingleValues(answer);
  if (result === null)
    throw new AppError('invalid_input', 'The sentence of this result names a single value.', {
      errors: [{ field: 'single_values', message: 'Share it with single values, or not at all.' }],
      fix: 'Share it with single values, or share another result.',
    });
  const token = randomToken();
  const now = ctx.clock.now();
  const shared = await withHoldings(ctx.em, actor.user.id, now, async (em) => {
    requireRoom(await keptOf(em, dataset.id), most);
    const kept = em.create(SharedResult, {
      id: uuid(),
      dataset: em.getReference(Dataset, dataset.id),
      datasetName: dataset.name,
      tokenHash: hashToken(token),
      singleValues: input.single_values,
      rowCount: version.rowCount,
      result,
      by: em.getReference(User, actor.user.id),
      createdAt: now,
      expiresAt: endFrom(now),
      views: 0,
    });
    await em.flush();
    return kept;
  });
  noteAudit(ctx, {
    details: {
      result: input.question.operation.replaceAll('_', ' '),
      'single values': input.single_values ? 'yes' : 'no',
    },
  });
  return {
    ...presentShare(shared, result, actor.user),
    url: `${ctx.settings.publicUrl}/app/shared/${token}`,
  };
}

const counts = z.tuple([z.object({ count: z.coerce.number(), bytes: z.coerce.number() })]);

/** As the disk has them: compressed. */
async function keptOf(em: EntityManager, datasetId: string): Promise<Kept> {
  const [kept] = counts.parse(
    await em.execute(
      'select count(*) as count, coalesce(sum(pg_column_size(result)), 0) as bytes ' +
        'from shared_result where dataset_id = ?',
      [datasetId],
    ),
  );
  return kept;
}
