import { operations, type Association, type InputOf, type WrittenJson } from '@columnist/contract';
import { authorize, jobOf, type ServiceContext } from '../../context.ts';
import { findDataset, tableOf } from '../records/find-dataset.ts';
import { recordTest } from './record-test.ts';
import { resolveView } from '../views/resolve-view.ts';

/**
 * Whether columns go together. A matrix of correlations is a look over the columns and is not
 * entered into the ledger. Throws plan_required, unknown_column, wrong_column_type, invalid_input,
 * too_complex.
 */
export async function analyzeAssociation(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['association']>,
): Promise<Association> {
  const actor = authorize(ctx, operations.datasets.association, input.method);
  const { id, ...options } = input;
  const found = await findDataset(ctx.em, actor, id);
  const resolved = await resolveView(ctx, found, options);
  const result = await ctx.engine.association(await tableOf(ctx, found), resolved, jobOf(ctx));
  return 'matrix' in result
    ? result
    : recordTest(ctx, actor, found, operations.datasets.association, resolved, result);
}

/** A matrix as JSON, which a worker has written; null for a test of two columns, which is recorded. */
export async function writeCorrelations(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['association']>,
): Promise<WrittenJson | null> {
  const actor = authorize(ctx, operations.datasets.association, input.method);
  const { id, ...options } = input;
  if (options.method !== 'pearson' && options.method !== 'spearman') return null;
  const found = await findDataset(ctx.em, actor, id);
  return ctx.engine.written.correlations(
    await tableOf(ctx, found),
    await resolveView(ctx, found, options),
    jobOf(ctx),
  );
}
