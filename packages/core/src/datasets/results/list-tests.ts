import { adjustP } from '@columnist/statistics';
import {
  operations,
  overAllRows,
  view,
  viewLanguage,
  type InputOf,
  type Ledger,
} from '@columnist/contract';
import { authorize, type ServiceContext } from '../../context.ts';
import { findDataset } from '../records/find-dataset.ts';
import { TestRun } from './test-run.entity.ts';

/**
 * The tests run on a dataset, newest first, with p-values adjusted for all of them. Throws
 * not_found.
 */
export async function listTests(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['listTests']>,
): Promise<Ledger> {
  const actor = authorize(ctx, operations.datasets.listTests);
  const { dataset } = await findDataset(ctx.em, actor, input.id);
  const runs = await ctx.em.find(
    TestRun,
    { dataset: dataset.id },
    { orderBy: { createdAt: 'desc', id: 'desc' }, populate: ['by'] },
  );
  const p = runs.map(({ pValue }) => pValue);
  const [holm, bh] = [adjustP(p, 'holm'), adjustP(p, 'bh')];
  const entries = runs.map((run, i) => ({
    operation: run.operation,
    method: run.method,
    options: optionsOf(run),
    question: run.asked ?? `${run.method} of ${run.columns.join(', ')}`,
    finding: run.sentence,
    columns: run.columns,
    by: run.by.fullName || run.by.email,
    via: run.via,
    door: run.door,
    dataset_version: run.version,
    run_at: run.createdAt.toISOString(),
    times: run.times,
    p_value: run.pValue,
    holm: holm[i] ?? run.pValue,
    bh: bh[i] ?? run.pValue,
  }));
  return { dataset_id: dataset.id, tests: runs.length, entries };
}

/** The options with the meaning that they were asked with. */
function optionsOf({ options, language }: TestRun): Record<string, unknown> {
  const asked = view.safeParse(options['view']);
  return language < viewLanguage && asked.success
    ? { ...options, view: overAllRows(asked.data) }
    : options;
}
