import { operations, type InputOf, type TestResult } from '@columnist/contract';
import { authorize, jobOf, type ServiceContext } from '../../context.ts';
import { findDataset, tableOf } from '../records/find-dataset.ts';
import { recordTest } from './record-test.ts';
import { resolveView } from '../views/resolve-view.ts';

/**
 * Whether groups or measurements differ. Throws plan_required, unknown_column, wrong_column_type,
 * invalid_input, too_complex.
 */
export async function compareGroups(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['compareGroups']>,
): Promise<TestResult> {
  const actor = authorize(ctx, operations.datasets.compareGroups, input.method);
  const { id, ...options } = input;
  const found = await findDataset(ctx.em, actor, id);
  const resolved = await resolveView(ctx, found, options);
  const result = await ctx.engine.compareGroups(await tableOf(ctx, found), resolved, jobOf(ctx));
  return recordTest(ctx, actor, found, operations.datasets.compareGroups, resolved, result);
}
