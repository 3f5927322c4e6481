import { AppError, operations, type InputOf, type OutputOf } from '@columnist/contract';
import { v7 as uuid } from 'uuid';
import { hashToken, randomToken } from '../../users/secrets.ts';
import { User } from '../../users/user.entity.ts';
import { noteAudit } from '../../audit/audit-trail.ts';
import { authorize, type ServiceContext } from '../../context.ts';
import { withoutSingleValues } from '../../disclosure/hide-rows.ts';
import { mayReadRows } from '../../users/may-read-rows.ts';
import { askQuestion } from '../results/ask-question.ts';
import { Dataset } from '../records/dataset.entity.ts';
import { findDataset } from '../records/find-dataset.ts';
import { SharedResult } from './shared-result.entity.ts';
import { endFrom } from './share-end.ts';
import { presentShare } from './share.presenter.ts';

type Share = (typeof operations)['datasets']['share'];
const sharesAtMost = 200;

/**
 * Asks the question and keeps its answer under a link that anybody can read, for 30 days. The
 * answer is ours, never the caller's. Throws as the test does, and conflict.
 */
export async function shareResult(
  ctx: ServiceContext,
  input: InputOf<Share>,
): Promise<OutputOf<Share>> {
  const actor = authorize(ctx, operations.datasets.share);
  const { dataset, version } = await findDataset(ctx.em, actor, input.id);
  if ((await ctx.em.count(SharedResult, { dataset: dataset.id })) >= sharesAtMost)
    throw new AppError('conflict', `A dataset has at most ${sharesAtMost} shared results.`, {
      fix: 'End a link that is no longer used.',
    });
  if (input.single_values && !mayReadRows(actor))
    throw new AppError('forbidden', "This credential lacks the scope 'rows'.", {
      fix: 'Share without single values.',
    });
  const answer = await askQuestion({ ...ctx, keeps: true }, input.id, input.question);
  const result = input.single_values ? answer : withoutSingleValues(answer);
  const token = randomToken();
  const shared = ctx.em.create(SharedResult, {
    id: uuid(),
    dataset: ctx.em.getReference(Dataset, dataset.id),
    datasetName: dataset.name,
    tokenHash: hashToken(token),
    singleValues: input.single_values,
    rowCount: version.rowCount,
    result,
    by: ctx.em.getReference(User, actor.user.id),
    createdAt: ctx.clock.now(),
    expiresAt: endFrom(ctx.clock.now()),
    views: 0,
  });
  await ctx.em.flush();
  noteAudit(ctx, {
    details: {
      result: input.question.operation.replaceAll('_', ' '),
      'single values': input.single_values ? 'yes' : 'no',
    },
  });
  return {
    ...presentShare(shared, actor.user),
    url: `${ctx.settings.publicUrl}/app/shared/${token}`,
  };
}
