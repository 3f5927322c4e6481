import {
  operations,
  type Dataset as WireDataset,
  type InputOf,
  type WrittenJson,
} from '@columnist/contract';
import { writeJson } from '@columnist/engine';
import { z } from 'zod';
import { authorize, type ServiceContext } from '../context.ts';
import { runStatement } from '../database/run-statement.ts';
import { present } from './admit-version.ts';
import { Dataset, DatasetVersion } from './dataset.entity.ts';
import { presentDataset, presentFacts } from './dataset.presenter.ts';
import { findDataset, mayTouch, noDataset } from './find-dataset.ts';

/** One dataset of the caller. Throws not_found. */
export async function getDataset(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['get']>,
): Promise<WireDataset> {
  const actor = authorize(ctx, operations.datasets.get);
  const { dataset, version } = await findDataset(ctx.em, actor, input.id);
  return presentDataset(dataset, version);
}

/** The same as JSON; its columns, which may be thousands, are the text that the database has. A worker has checked them. */
export async function writeDataset(
  ctx: ServiceContext,
  input: InputOf<(typeof operations)['datasets']['get']>,
): Promise<WrittenJson> {
  const actor = authorize(ctx, operations.datasets.get);
  const found = mayTouch(actor, input.id)
    ? await ctx.em.findOne(Dataset, {
        id: input.id,
        owner: actor.user.id,
        ...present,
        deletedAt: null,
      })
    : null;
  const version =
    found === null
      ? null
      : await ctx.em.findOne(
          DatasetVersion,
          { dataset: found.id, number: found.currentVersion },
          { exclude: ['columns'] },
        );
  if (found === null || version === null) throw noDataset();
  const [{ columns, count }] = stored.parse(
    await runStatement(
      ctx.em,
      'select columns::text as columns, jsonb_array_length(columns) as count from dataset_version where id = $1',
      [version.id],
    ),
  );
  return writeJson({ ...presentFacts(found, version), column_count: count }, { columns });
}

const stored = z.tuple([z.object({ columns: z.string(), count: z.int() })]);
