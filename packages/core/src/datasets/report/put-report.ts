import {
  AppError,
  operations,
  viewLanguage,
  type InputOf,
  type Report as WireReport,
} from '@columnist/contract';
import { v7 as uuid } from 'uuid';
import { authorize, type ServiceContext } from '../../context.ts';
import { Dataset } from '../records/dataset.entity.ts';
import { findDataset, lockDataset } from '../records/find-dataset.ts';
import { Report } from './report.entity.ts';
import { presentReport } from './report.presenter.ts';

/**
 * Keeps a report in place of the one that was read. Throws not_found, and conflict where somebody
 * changed it meanwhile.
 */
export async function putReport(
  ctx: ServiceContext,
  { id, revision, ...content }: InputOf<(typeof operations)['datasets']['putReport']>,
): Promise<WireReport> {
  const actor = authorize(ctx, operations.datasets.putReport);
  const { dataset } = await findDataset(ctx.em, actor, id);
  return ctx.em.transactional(async (em) => {
    await lockDataset(em, dataset.id);
    const kept = await em.findOne(Report, { dataset: dataset.id }, { refresh: true });
    const now = kept?.revision ?? 0;
    if (now !== revision)
      throw new AppError(
        'conflict',
        `The report was changed meanwhile: this is a change of revision ${revision}, and it has ` +
          `revision ${now}.`,
        { fix: 'Read the report, make your change to it, and send it with its revision.' },
      );
    const next = {
      ...content,
      revision: revision + 1,
      language: viewLanguage,
      changedAt: ctx.clock.now(),
    };
    const report =
      kept === null
        ? em.create(Report, { id: uuid(), dataset: em.getReference(Dataset, dataset.id), ...next })
        : em.assign(kept, next);
    await em.flush();
    return presentReport(report);
  });
}
