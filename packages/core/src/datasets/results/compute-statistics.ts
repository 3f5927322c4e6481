import {
  maxFileBytes,
  operations,
  type Description,
  type InputOf,
  type WrittenJson,
} from '@columnist/contract';
import type { Values } from '@columnist/workers';
import { rm } from 'node:fs/promises';
import { authorize, jobOf, type Actor, type ServiceContext } from '../../context.ts';
import { describeOwn, writeOwn } from './analyze-dataset.ts';
import { tooLarge } from '../lifecycle/create-dataset.ts';

type Asked = InputOf<(typeof operations)['datasets']['statistics']>;
type Options = Omit<Extract<Asked, { file: unknown }>, 'file'>;

/** Who describes what was asked about: in values, or as JSON. */
interface Describing<Result> {
  readonly ofFile: (path: string, options: Options) => Promise<Result>;
  readonly ofValues: (data: Values, options: Options) => Promise<Result>;
  readonly ofDataset: (actor: Actor, id: string, options: Options) => Promise<Result>;
}

/** Statistics of a dataset, of values sent along, or of a CSV file; nothing sent is stored. */
export const computeStatistics = (ctx: ServiceContext, input: Asked): Promise<Description> =>
  describeAsked(ctx, input, {
    ofFile: (path, options) => ctx.engine.describeFile(path, options, jobOf(ctx)),
    ofValues: (data, options) => ctx.engine.describeValues(data, options, jobOf(ctx)),
    ofDataset: (actor, id, options) => describeOwn(ctx, actor, id, options),
  });

/** The same as JSON, which a worker has written. */
export const writeStatistics = (ctx: ServiceContext, input: Asked): Promise<WrittenJson> =>
  describeAsked(ctx, input, {
    ofFile: (path, options) => ctx.engine.written.describeFile(path, options, jobOf(ctx)),
    ofValues: (data, options) => ctx.engine.written.describeValues(data, options, jobOf(ctx)),
    ofDataset: (actor, id, options) => writeOwn(ctx, actor, id, options),
  });

async function describeAsked<Result>(
  ctx: ServiceContext,
  input: Asked,
  describing: Describing<Result>,
): Promise<Result> {
  if ('file' in input) {
    const { file, ...options } = input;
    try {
      const actor = authorize(ctx, operations.datasets.statistics);
      if (file.bytes > maxFileBytes(actor.user)) throw tooLarge(actor.user);
      return await describing.ofFile(file.path, options);
    } finally {
      await rm(file.path, { force: true });
    }
  }
  const actor = authorize(ctx, operations.datasets.statistics);
  if ('data' in input) {
    const { data, ...options } = input;
    return describing.ofValues(data, options);
  }
  const { dataset_id: id, ...options } = input;
  return describing.ofDataset(actor, id, options);
}
