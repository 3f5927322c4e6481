import { AppError, operations, type FileContents, type InputOf } from '@columnist/contract';
import { authorize, jobOf, type ServiceContext } from '../../context.ts';
import { findDataset } from '../records/find-dataset.ts';

/** The tables in the file that the current version was imported from; none of a CSV file. Throws not_found. */
export async function listContents(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['contents']>,
): Promise<FileContents> {
  const actor = authorize(ctx, operations.datasets.contents);
  const { version } = await findDataset(ctx.em, actor, input.id);
  const { part } = version.reading;
  if (part === undefined) return { format: null, title: 'CSV file', tables: [], current: null };
  const source = await ctx.ports.objects.jobPath(version.originalKey);
  const contents = await ctx.engine.contents({ source, part }, jobOf(ctx));
  return { ...contents, current: part.table ?? null };
}

export const notImported = (): AppError =>
  new AppError('conflict', 'This dataset was read from a CSV file, which holds one table.', {
    fix: 'Leave table and range out, or import a workbook.',
  });
