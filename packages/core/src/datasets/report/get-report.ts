import { operations, type InputOf, type Report as WireReport } from '@columnist/contract';
import { authorize, type ServiceContext } from '../../context.ts';
import { findDataset } from '../records/find-dataset.ts';
import { Report } from './report.entity.ts';
import { presentReport } from './report.presenter.ts';

/** The report of a dataset, an empty one where there is none. Throws not_found. */
export async function getReport(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['report']>,
): Promise<WireReport> {
  const actor = authorize(ctx, operations.datasets.report);
  const { dataset } = await findDataset(ctx.em, actor, input.id);
  return presentReport(await ctx.em.findOne(Report, { dataset: dataset.id }));
}
