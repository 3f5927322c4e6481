import { maxFileBytes, operations, type Description, type InputOf } from '@columnist/contract';
import { rm } from 'node:fs/promises';
import { authorize, jobOf, type ServiceContext } from '../context.ts';
import { describeOwn } from './analyze-dataset.ts';
import { tooLarge } from './create-dataset.ts';

/** Statistics of a dataset, of values sent along, or of a CSV file; nothing sent is stored. */
export async function computeStatistics(ctx: ServiceContext, input: InputOf<(typeof operations)['datasets']['statistics']>): Promise<Description> {
  if ('file' in input) {
    const { file, ...options } = input;
    try {
      const actor = authorize(ctx, operations.datasets.statistics);
      if (file.bytes > maxFileBytes(actor.user.tier)) throw tooLarge(actor.user.tier);
      return await ctx.engine.describeFile(file.path, options, jobOf(ctx));
    } finally {
      await rm(file.path, { force: true });
    }
  }
  const actor = authorize(ctx, operations.datasets.statistics);
  if ('data' in input) {
    const { data, ...options } = input;
    return ctx.engine.describeValues(data, options, jobOf(ctx));
  }
  const { dataset_id: id, ...options } = input;
  return describeOwn(ctx, actor, id, options);
}
