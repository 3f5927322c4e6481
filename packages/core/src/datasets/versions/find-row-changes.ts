import { operations, type InputOf, type RowChanges, type WrittenJson } from '@columnist/contract';
import { authorize, jobOf, type ServiceContext } from '../../context.ts';
import { findDataset, tableOf, withColumns } from '../records/find-dataset.ts';
import { findVersion } from './compare-versions.ts';

type Input = InputOf<(typeof operations)['datasets']['rowChanges']>;

/** What changed between two versions, row by row. Throws not_found, unknown_column. */
export async function findRowChanges(ctx: ServiceContext, input: Input): Promise<RowChanges> {
  const { before, after, options } = await asked(ctx, input);
  const found = await ctx.engine.rowChanges(after, before, options, jobOf(ctx));
  return { from: input.from, to: input.to, ...found };
}

/** The same as JSON, which a worker has written. */
export async function writeRowChanges(ctx: ServiceContext, input: Input): Promise<WrittenJson> {
  const { before, after, options } = await asked(ctx, input);
  const found = await ctx.engine.written.rowChanges(after, before, options, jobOf(ctx));
  return found.with({ from: input.from, to: input.to });
}

async function asked(ctx: ServiceContext, { id, from, to, ...options }: Input) {
  const actor = authorize(ctx, operations.datasets.rowChanges);
  const { dataset } = await findDataset(ctx.em, actor, id);
  const tableAt = async (number: number) =>
    tableOf(ctx, await withColumns(ctx.em, dataset, await findVersion(ctx, dataset.id, number)));
  return { before: await tableAt(from), after: await tableAt(to), options };
}
